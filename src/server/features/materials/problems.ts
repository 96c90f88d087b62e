import { errors, type FieldErrors } from '#shared/errors.ts'

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
