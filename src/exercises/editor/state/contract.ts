import type { ListShape } from '#exercises/model/task/element-type.ts'
import type { PublicElement } from '#exercises/model/unit.ts'
import type { Texts } from '#exercises/player/state/contract.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { shorten } from '#platform/rules/text/shorten.ts'
import type { Draft } from './draft.ts'

/** A field of a type, as its type names it. */
export interface EditorField {
  name: string
  kind: string | readonly string[]
  list?: ListShape
  heard?: 1 | 2
  more?: string
}

/** A type of element as the editor offers it. */
export interface EditorType {
  type: string
  kind: PublicElement['kind']
  editor: readonly EditorField[]
}

export interface EditorDraft extends Draft {
  id: number
  revision: number
  version: number
  /** What keeps it from being published: `<element>.<field>`. */
  missing: string[]
  /** Tasks nobody could play yet. */
  unfinished: string[]
  /** Names that give an answer away, by their elements. */
  telling: Record<string, string[]>
}

/** A part of the editor that changes one element. */
export interface FieldProps {
  /** Begins the ids of its fields. */
  id: string
  texts: Texts
}

/** An id nothing else has. */
export function newId(): string {
  return `e${[...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What an element is called in lists. */
export function nameOf(prompt: string, fallback: string): string {
  // As in `taskName`, without the weight of what cleans texts of others.
  const words = plain(prompt) || plain(prompt.replace(/<img [^>]*alt="([^"]*)">/g, ' $1 '))
  return shorten(words, 90) || fallback
}

function plain(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
