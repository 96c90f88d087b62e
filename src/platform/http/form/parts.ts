import type { z } from 'zod'
import { maxPictureBytes } from '#platform/limits.ts'
import { mediaTypes } from '#platform/rules/files/media-types.ts'

/** A file of a multipart body, as its action declares it. */
export interface DeclaredFile {
  /** What it is, for the API's readers. */
  description: string
  /** Media types it may be of; what it is, its bytes say. */
  types: readonly string[]
  maxBytes: number
  /** So many under its name, or under all names that fit; else one. */
  most?: number
  isOptional?: true
  /** One that is too large is an answer of the action, which gets its beginning. */
  takesCut?: true
}

/** One picture. */
export const pictureFile: DeclaredFile = {
  description: 'A picture.',
  types: mediaTypes.picture,
  maxBytes: maxPictureBytes,
}

/** What a multipart body is made of. */
export interface Parts<F extends z.ZodObject = z.ZodObject> {
  /** The schema the fields are read by. */
  fields: F
  /** By the name of the field; `file.{element}`: one for each element, by its name. */
  files: Readonly<Record<string, DeclaredFile>>
  /** What else the form on the page holds, for another of its buttons. */
  besides?: readonly string[]
}
