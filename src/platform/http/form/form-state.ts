import type { ErrorCode, FieldErrors } from '#platform/errors.ts'

/** What a page finds in `locals.form` when it is shown again after a failed post. */
export interface FormState {
  problem: ErrorCode
  fields: FieldErrors
  /** The file that is to blame, where one was refused. */
  entry?: string | undefined
  values: Record<string, string>
  lists: Record<string, string[]>
  /** Which form of the page it was. */
  intent: string | null
}
