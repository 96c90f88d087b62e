import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { type FieldErrors, ProductError, type TypedFields } from '#platform/errors.ts'
import { incoming, type StoredObject } from '#platform/gateways/storage/storage.ts'
import type { RequestFacts } from '../access/action.ts'
import { unknownFields } from '../access/unknown-fields.ts'
import { inputErrors } from '../access/validation.ts'
import { inputOfFields, partsParser } from './form-fields.ts'
import { type FilePart, keepingTyped, type MultipartForm, readMultipart } from './multipart.ts'
import type { Parts } from './parts.ts'

/** A file that was sent, with what became of its bytes. */
export type SentFile<S> = S & Pick<FilePart, 'field' | 'fileName'> & { isCut: boolean }

export interface SentParts<F extends z.ZodObject, S> {
  fields: z.output<F>
  /** In the order in which they were sent; a body without any is refused. */
  files: [SentFile<S>, ...SentFile<S>[]]
  typed: TypedFields
}

type Body = Pick<RequestFacts, 'headers' | 'body'>

/**
 * Reads bodies of these parts: `store` has the bytes of each file that may come. All that is wrong is said at once, by its name,
 * and what was typed comes along with the error.
 */
export function partsReceiver<F extends z.ZodObject>(parts: Parts<F>) {
  const parse = partsParser(parts.fields)
  const all = Object.values(parts.files)
  const limits = {
    // One more: what is too much is seen, and what was typed behind it is read.
    files: all.reduce((sum, { most = 1 }) => sum + most, 1),
    fileBytes: Math.max(...all.map(({ maxBytes }) => maxBytes)),
    // But no more bytes than may come: a body that is larger is not read to its end.
    allBytes: all.reduce((sum, { most = 1, maxBytes }) => sum + most * maxBytes, 0),
  }

  /** @throws ProductError invalid_input or too_large, with the fields; as `readMultipart`; what `store` throws */
  return async <S extends object>(
    request: Body,
    store: (part: FilePart) => Promise<S>,
  ): Promise<SentParts<F, S>> => {
    const taken: string[] = []
    const names: string[] = []
    const files: SentFile<S>[] = []
    const wrong: FieldErrors = {}
    const form = await readMultipart(request, limits, async (part) => {
      const { field, fileName } = part
      names.push(field)
      const problem = refusalOf(parts, field, taken)
      if (problem) wrong[field] = problem
      if (problem || declaredAs(parts, field) === undefined) {
        part.bytes.resume()
        return undefined
      }
      const place = taken.push(field) - 1
      const stored = await store(part)
      files[place] = { ...stored, field, fileName, isCut: part.isTruncated() }
      return undefined
    })
    const typed = { values: form.values, lists: form.lists }
    return await keepingTyped(typed, async () => {
      const { data, problems } = parse(typed)
      const unknown = inputErrors({ unknown: unknownParts(parts, form, names) })
      const fields = { ...problems, ...fileProblems(parts, form, files), ...wrong, ...unknown }
      const [first, ...others] = files
      if (data === undefined || first === undefined || Object.keys(fields).length > 0) throw refused(fields)
      return { fields: data, files: [first, ...others], typed }
    })
  }
}

/**
 * The same with files that lie in storage, as nobody's, until `use` is done with them.
 * @throws ProductError as `partsReceiver`; storage_full; what `use` throws
 */
export function storedParts<F extends z.ZodObject>(parts: Parts<F>) {
  const receive = partsReceiver(parts)
  return async <T>(
    { storage }: Pick<Context, 'storage'>,
    request: Body,
    use: (sent: SentParts<F, StoredObject>) => Promise<T>,
  ): Promise<T> => {
    const keys: string[] = []
    try {
      const sent = await receive(request, async ({ bytes }) => {
        const stored = await storage.put(`${incoming}/${randomUUID()}`, bytes)
        keys.push(stored.key)
        return stored
      })
      return await keepingTyped(sent.typed, () => use(sent))
    } finally {
      for (const key of keys) await storage.delete(key)
    }
  }
}

/** Undeclared field and file names of a body, with the form they were sent to. */
export function unknownParts(
  parts: Parts,
  { lists }: Pick<MultipartForm, 'lists'>,
  files: readonly string[],
): string[] {
  // A text where a file is meant is wrong, not unknown; so is a file where a text is.
  const texts = Object.entries(lists).filter(([name]) => declaredAs(parts, name) === undefined)
  const input = inputOfFields({ values: {}, lists: Object.fromEntries(texts) }, {})
  const fields = unknownFields(parts.fields, input)
  const others = files.filter(
    (name) => declaredAs(parts, name) === undefined && !Object.hasOwn(parts.fields.shape, name),
  )
  return [...new Set([...fields, ...others])].filter(
    (name) => name !== 'world' && !parts.besides?.includes(name),
  )
}

/** The name a file is declared by; undefined: by none. */
function declaredAs({ files }: Parts, field: string): string | undefined {
  return Object.keys(files).find((name) => {
    const stem = stemOf(name)
    return stem === name ? field === name : field.startsWith(stem) && field.length > stem.length
  })
}

/** `file.` of `file.{element}`; else the name itself. */
function stemOf(name: string): string {
  const at = name.indexOf('{')
  return at < 0 ? name : name.slice(0, at)
}

/** Why a file may not come: a text is meant, or it is one too many. */
function refusalOf(parts: Parts, field: string, taken: readonly string[]): FieldErrors[string] | undefined {
  const name = declaredAs(parts, field)
  if (name === undefined) return Object.hasOwn(parts.fields.shape, field) ? 'invalid' : undefined
  const before = taken.filter((other) => declaredAs(parts, other) === name)
  const isDouble = field !== name && before.includes(field)
  return isDouble || before.length >= (parts.files[name]?.most ?? 1) ? 'too_long' : undefined
}

/** Problems of the files together and of the raw fields. */
function fileProblems(
  parts: Parts,
  { values, cutFields, hasTooManyFiles }: MultipartForm,
  files: readonly SentFile<object>[],
): FieldErrors {
  const found: FieldErrors = {}
  const names = Object.keys(parts.files)
  for (const name of names) {
    const isMissing = !files.some(({ field }) => declaredAs(parts, field) === name)
    const mayMiss = parts.files[name]?.isOptional === true && files.length > 0
    if (isMissing && !mayMiss) found[stemOf(name).replace(/\.$/, '')] = 'required'
  }
  for (const { field, isCut } of files)
    if (isCut && !parts.files[declaredAs(parts, field) ?? '']?.takesCut) found[field] = 'too_large'
  for (const [field, text] of Object.entries(values))
    if (text !== '' && declaredAs(parts, field) !== undefined) found[field] = 'invalid'
  for (const name of cutFields) if (Object.hasOwn(parts.fields.shape, name)) found[name] = 'too_long'
  if (hasTooManyFiles && names[0] !== undefined) found[stemOf(names[0]).replace(/\.$/, '')] = 'too_long'
  return found
}

function refused(fields: FieldErrors): ProductError {
  const isTooLarge = Object.values(fields).every((problem) => problem === 'too_large')
  return new ProductError(isTooLarge ? 'too_large' : 'invalid_input', { fields })
}
