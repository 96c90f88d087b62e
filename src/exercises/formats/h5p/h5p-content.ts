import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { readThing, writeSound, writeThing } from '#exercises/model/text/option-content.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import type { ImportFiles } from '../incoming/import-files.ts'

/** What lies under a name of a package's content: anything. */
export type Json = unknown

/** The content of one library of a package. */
export interface H5pContent {
  /** Without its version: H5P.MultiChoice. */
  library: string
  params: Json
  /** Its names, where it stands within another. */
  metadata?: Json
  /** What lies in the package; '' where a path leads to nothing. */
  files: Pick<ImportFiles, 'take' | 'text'>
}

/** The value at a path of names and places; undefined where there is nothing. */
export function at(json: Json, ...path: (string | number)[]): Json {
  let value: Json = json
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, Json>)[step]
  }
  return value
}

/** A list somewhere in the data; empty for anything else. */
export function listAt(json: Json, ...path: (string | number)[]): Json[] {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : []
}

/** A name, as of a library or a file; '' for anything else. */
export function nameAt(json: Json, ...path: (string | number)[]): string {
  const value = at(json, ...path)
  return typeof value === 'string' ? value : ''
}

/** HTML somewhere in the data, cleaned; '' for anything else. */
export function htmlAt(json: Json, ...path: (string | number)[]): string {
  const value = at(json, ...path)
  return typeof value === 'string' ? cleanHtml(value) : ''
}

/** Words without marks, on one line. */
export function wordsAt(json: Json, ...path: (string | number)[]): string {
  const value = at(json, ...path)
  return typeof value === 'string' ? textOfForeignHtml(value).replace(/\n/g, ' ') : ''
}

/** A number, also one that is written as text; 0 for anything else. */
export function numberAt(json: Json, ...path: (string | number)[]): number {
  const value = Number(at(json, ...path))
  return Number.isFinite(value) ? value : 0
}

/** A place on a picture that does not leave it. */
export function percentAt(json: Json, ...path: (string | number)[]): number {
  return Math.min(100, Math.max(0, numberAt(json, ...path)))
}

/** Whether something is switched on; H5P writes that as a text, too. */
export function isOn(json: Json, ...path: (string | number)[]): boolean {
  const value = at(json, ...path)
  return value === true || value === 'true'
}

/** Marks our transcript, to tell it from the default text of H5P in the same place. */
export const heardSign = '♪ '

/** What is said in a recording, as we write it where a browser plays none. */
export function heardWords(params: Json): string {
  const text = at(params, 'audioNotSupported')
  return typeof text === 'string' && text.startsWith(heardSign)
    ? decodeEntities(text.slice(heardSign.length))
    : ''
}

/** Where the recordings of a field lie; most have one in several formats. */
export function soundPaths(files: Json): string[] {
  return listAt(files).flatMap((file) => {
    const path = at(file, 'path')
    return typeof path === 'string' && path !== '' ? [path] : []
  })
}

/** The recording of a field, where the package has it; else ''. */
export function soundAt(files: H5pContent['files'], recordings: Json): string {
  for (const path of soundPaths(recordings)) {
    const key = files.take(path, 'sound')
    if (key !== '') return key
  }
  return ''
}

/** A thing with the picture and the recording of its fields, where the package has them; else its words alone. */
export function thingAt(
  files: H5pContent['files'],
  image: Json,
  alt: string,
  words = '',
  recordings: Json = [],
): string {
  const asset = files.take(nameAt(image, 'path'), 'picture')
  const seen = asset === '' ? words || alt : writeThing({ asset, alt: alt || words }, words)
  // What was to be read there is shown here, too.
  return writeSound(soundAt(files, recordings), seen, words !== '')
}

/** Whether every one of these things that has recordings brought one along. */
export function areHeard(things: readonly { recordings: Json; thing: string }[]): boolean {
  return things.every(
    ({ recordings, thing }) => listAt(recordings).length === 0 || readThing(thing).sound !== undefined,
  )
}
