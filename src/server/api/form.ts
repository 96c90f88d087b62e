import type { ErrorCode, FieldErrors } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import type { CookieChange, RawRequest } from './endpoint.ts'

/** A plain HTML form posted to a page's own address: the way everything works without JavaScript. */
export interface FormInput {
  /** Single values, trimmed; absent for multipart uploads, which handlers read from `raw`. */
  values: Record<string, string>
  /** Repeated fields (checkbox groups, multiple selects). */
  lists: Record<string, string[]>
  params: Record<string, string>
  raw: RawRequest
}

/**
 * Done: go there (303). Not done: the same page again with what was typed and what is wrong. `typed`: nothing is
 * wrong, the page is shown again with it (a preview).
 */
export type FormOutcome =
  | { typed: Record<string, string> }
  | { redirect: string; cookies?: CookieChange[] }
  | {
      problem: ErrorCode
      fields?: FieldErrors
      values?: Record<string, string>
      lists?: Record<string, string[]>
    }

export interface FormHandler {
  access: 'public' | 'member' | 'seller' | 'admin'
  rate: 'write' | 'login' | 'register' | 'upload'
  /** 'multipart': the handler streams `raw.body` itself. */
  body: 'urlencoded' | 'multipart'
  /**
   * The address itself is the right to do this (a token): any program may post here, with any body or none, and no page
   * of ours has to come before (RFC 8058).
   */
  isOpen?: true
  /** Where long texts are typed: what is too long for the service still comes back to its writer. */
  maxBytes?: number
  handle: (context: Context, form: FormInput) => Promise<FormOutcome>
}

/** What a page finds in `locals.form` when it is shown again after a failed post. */
export interface FormState {
  problem: ErrorCode
  fields: FieldErrors
  values: Record<string, string>
  lists: Record<string, string[]>
}
