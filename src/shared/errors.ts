/**
 * The error table: every code the product can answer with, its HTTP status, and whether operators
 * must hear of it. Words live in `errors:<code>` of the locales; nothing else maps codes to anything.
 */
export const errors = {
  invalid_input: { status: 422, report: false },
  malformed_request: { status: 400, report: false },
  unauthorized: { status: 401, report: false },
  invalid_credentials: { status: 401, report: false },
  /** The password was right; now the code of the app or a passkey. */
  second_factor_required: { status: 401, report: false },
  second_factor_wrong: { status: 401, report: false },
  /** An admin without a second step of the login: it has to be set up first. */
  second_factor_missing: { status: 403, report: false },
  /** The account elsewhere could not be proven, or was not meant for us. */
  social_failed: { status: 401, report: false },
  /** The account here asks for a second step, which an account elsewhere does not bring. */
  social_second_step: { status: 401, report: false },
  /** The account elsewhere tells no e-mail address. */
  social_no_email: { status: 422, report: false },
  terms_not_accepted: { status: 403, report: false },
  email_not_confirmed: { status: 403, report: false },
  /** The password has to be typed once more before something this important. */
  login_too_old: { status: 403, report: false },
  forbidden: { status: 403, report: false },
  csrf_failed: { status: 403, report: false },
  not_found: { status: 404, report: false },
  method_not_allowed: { status: 405, report: false },
  request_timeout: { status: 408, report: false },
  conflict: { status: 409, report: false },
  already_owned: { status: 409, report: false },
  own_material: { status: 409, report: false },
  email_taken: { status: 409, report: false },
  gone: { status: 410, report: false },
  link_expired: { status: 410, report: false },
  too_large: { status: 413, report: false },
  uri_too_long: { status: 414, report: false },
  misdirected: { status: 421, report: false },
  unsupported_media_type: { status: 415, report: false },
  idempotency_mismatch: { status: 422, report: false },
  weak_password: { status: 422, report: false },
  cart_empty: { status: 422, report: false },
  material_unavailable: { status: 422, report: false },
  consent_missing: { status: 422, report: false },
  file_empty: { status: 422, report: false },
  file_too_large: { status: 413, report: false },
  file_type_not_allowed: { status: 422, report: false },
  image_invalid: { status: 422, report: false },
  pdf_invalid: { status: 422, report: false },
  pdf_encrypted: { status: 422, report: false },
  pdf_active: { status: 422, report: false },
  storage_quota: { status: 422, report: false },
  upload_quota: { status: 429, report: false },
  payment_declined: { status: 402, report: false },
  rate_limited: { status: 429, report: false },
  authError: { status: 503, report: true },
  payment_failed: { status: 502, report: true },
  server_error: { status: 500, report: true },
  unavailable: { status: 503, report: true },
  /** The disk is full or refuses: nothing new can be stored, everything else works. */
  storage_full: { status: 507, report: true },
} as const satisfies Record<string, { status: number; report: boolean }>

export type ErrorCode = keyof typeof errors

/** One message code per input field, for forms and API answers (`errors:<code>`). */
export type FieldErrors = Record<string, ErrorCode | 'required' | 'too_short' | 'too_long' | 'invalid'>

/** A place in a text that was sent; both count from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** The fields of a form as texts: the last value of each, and all of them. */
export interface TypedFields {
  readonly values: Record<string, string>
  readonly lists: Record<string, string[]>
}

/** The one exception class of the product: born in services and gateways, turned to words at the border. */
export class ProductError extends Error {
  override readonly name = 'ProductError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  /** Where in a query the mistake is. */
  readonly position: TextPosition | undefined
  /** What was typed into a form that its action read itself. */
  readonly typed: TypedFields | undefined = undefined

  constructor(
    code: ErrorCode,
    options: {
      fields?: FieldErrors
      cause?: unknown
      retryAfterSeconds?: number
      position?: TextPosition
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.position = options.position
  }
}

/**
 * True for a ProductError of any copy of this module: Astro's bundle and main.ts load one each, so
 * `instanceof` would miss half of them.
 */
export function isProductError(error: unknown): error is ProductError {
  return error instanceof Error && error.name === 'ProductError' && 'code' in error
}
