import type { ZodError } from 'zod'
import type { FieldErrors } from '#shared/errors.ts'

/** Names the fields that did not pass, each with the reason a person can act on. */
export function fieldErrors(error: ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] ??= reason(issue)
  }
  return fields
}

/** The same for an input that was also asked for texts nobody can store (`unstorableTexts`). */
export function inputErrors(unstorable: readonly string[], error: ZodError | undefined): FieldErrors {
  const texts = Object.fromEntries(unstorable.map((name) => [name, 'invalid' as const]))
  return error === undefined ? texts : { ...fieldErrors(error), ...texts }
}

function reason(issue: ZodError['issues'][number]): FieldErrors[string] {
  if (issue.code === 'too_small') return 'too_short'
  if (issue.code === 'too_big') return 'too_long'
  // What is no figure was given, and says so.
  const isGiven = issue.input !== undefined || 'received' in issue
  if (issue.code === 'invalid_type' && !isGiven) return 'required'
  return 'invalid'
}
