import { errors, type FieldErrors } from '#platform/errors.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { RefusedFile } from '../types.ts'

const fieldCodes = ['required', 'too_short', 'too_long', 'invalid']

/** The form `title.too_short,files.required` in which problems travel in the edit page's address. */
export function writeProblems(problems: FieldErrors): string {
  return Object.entries(problems)
    .map(([field, code]) => `${field}.${code}`)
    .join(',')
}

/** Reads `?problems=` of the edit page; what is no known code is left out. */
export function readProblems(text: string | null): FieldErrors {
  const problems: FieldErrors = {}
  for (const [, field = '', code = ''] of (text ?? '')
    .slice(0, 1000)
    .matchAll(/(?:^|,)([A-Za-z]{1,30})\.([a-z_]{1,40})(?=,|$)/g)) {
    if (fieldCodes.includes(code) || Object.hasOwn(errors, code))
      problems[field] = code as FieldErrors[string]
  }
  return problems
}

const mostRefused = 20
const mostEntryLetters = 200

/** Files that were not taken as they travel in the address of the next step: a line each, its code and what is to blame. */
export function writeRefused(
  problem: FieldErrors[string] | undefined,
  refused: readonly RefusedFile[],
): string | undefined {
  if (problem === undefined) return undefined
  // Too many, or gone: of no file by its name.
  const isOfAll = !refused.some(({ code }) => code === problem)
  const all = isOfAll ? [...refused, { code: problem, entry: '' }] : refused
  const lines = all
    .slice(0, mostRefused)
    .map(({ code, entry }) => `${code} ${truncate(entry, mostEntryLetters)}`)
  return lines.join('\n')
}

/** Reads what `writeRefused` wrote; what is no known code is left out. */
export function readRefused(text: string | null): { code: FieldErrors[string]; entry: string }[] {
  const lines = (text ?? '').split('\n').slice(0, mostRefused)
  return lines.flatMap((line) => {
    const [, code = '', entry = ''] = /^([a-z_]{1,40}) ?(.*)$/.exec(line) ?? []
    return fieldCodes.includes(code) || Object.hasOwn(errors, code)
      ? [{ code: code as FieldErrors[string], entry: truncate(entry, mostEntryLetters) }]
      : []
  })
}
