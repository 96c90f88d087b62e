import type { ZodError } from 'zod'
import type { FieldErrors } from '#platform/errors.ts'

/** Names the fields that did not pass, each with the reason a person can act on. `input`: what was sent, as the schema got it. */
export function fieldErrors(error: ZodError, input: unknown): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'unknown'
    else fields[issue.path.join('.') || 'body'] ??= reason(issue, valueAt(input, issue.path))
  }
  return fields
}

/** The same for an input that was also asked for texts nobody can store (`unstorableTexts`) and for fields nobody knows. */
export function inputErrors(
  { unstorable = [], unknown = [] }: { unstorable?: readonly string[]; unknown?: readonly string[] },
  wrong?: { error: ZodError | undefined; input: unknown },
): FieldErrors {
  return {
    ...(wrong?.error && fieldErrors(wrong.error, wrong.input)),
    ...Object.fromEntries(unknown.map((name) => [name, 'unknown' as const])),
    ...Object.fromEntries(unstorable.map((name) => [name, 'invalid' as const])),
  }
}

function reason(issue: ZodError['issues'][number], value: unknown): FieldErrors[string] {
  if (issue.code === 'too_small') return isOfText(issue.origin) ? 'too_short' : 'too_low'
  if (issue.code === 'too_big') return isOfText(issue.origin) ? 'too_long' : 'too_high'
  if (issue.code !== 'invalid_type') return 'invalid'
  // An empty field of a form is none.
  if (value === undefined || value === null || value === '') return 'required'
  return issue.expected === 'number' || issue.expected === 'int' ? 'not_a_number' : 'invalid'
}

/** Whether a limit is one of length, not of a figure. */
function isOfText(origin: string): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set' || origin === 'file'
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
