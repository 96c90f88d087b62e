/**
 * The error table: every code the product can answer with, and its HTTP status. Words live in `errors:<code>` of the
 * locales; nothing else maps codes to anything.
 */
export const errors = {
  invalid_input: 422,
  malformed_request: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  /** The password was right; now the code of the app or a passkey. */
  second_factor_required: 401,
  second_factor_wrong: 401,
  /** A staff account without two-factor login: it has to be set up first. */
  second_factor_missing: 403,
  /** The account elsewhere could not be proven, or was not meant for us. */
  social_failed: 401,
  /** The account here asks for a second step, which an account elsewhere does not bring. */
  social_second_step: 401,
  /** The account elsewhere tells no e-mail address. */
  social_no_email: 422,
  terms_not_accepted: 403,
  email_not_confirmed: 403,
  /** The password was right; until the days of grace are over the owner may have the account back. */
  account_closed: 403,
  /** The password has to be typed once more before something this important. */
  login_too_old: 403,
  /** Two people for a payout: who made or approved it does not also send it. */
  second_person_needed: 403,
  /** A program of others asks for what its member did not let it do (RFC 6750, 3.1). */
  insufficient_scope: 403,
  forbidden: 403,
  /** An exercise that is sold, and was not bought. */
  not_entitled: 403,
  /** A copy, a pointer or a room of an exercise whose licence is gone. */
  licence_lost: 403,
  /** Only who has a material may. */
  buyers_only: 403,
  /** The author's balance does not bear a refund; finance decides. */
  refund_not_covered: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  /** A version of a legal document that members were told of stays as they read it. */
  text_announced: 409,
  /** A second file while the first one of the same member is being read. */
  import_running: 409,
  /** Nothing of a file became a task: `facts.refusal` says why, `facts.report` of each thing in it. */
  import_refused: 422,
  /** A school with this official number has an account: it is joined, not founded twice. */
  school_exists: 409,
  already_owned: 409,
  /** There is no such published version of an exercise. */
  version_gone: 409,
  /** Its author sells the exercise as it is. */
  edit_not_allowed: 422,
  /** It holds tasks that came out of what others sell. */
  resale_blocked: 422,
  /** An exercise with pictures or recordings whose licence is unknown. */
  rights_unclear: 422,
  /** The same with some that nobody may earn money with. */
  rights_non_commercial: 422,
  own_material: 409,
  /** After several strikes nothing new is published for a while. */
  publishing_paused: 403,
  email_taken: 409,
  gone: 410,
  link_expired: 410,
  too_large: 413,
  uri_too_long: 414,
  misdirected: 421,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  weak_password: 422,
  cart_empty: 422,
  /** A bundle costs at most what its parts cost together. */
  bundle_above_parts: 422,
  /** All of it is ordered already, and that payment is being confirmed. */
  payment_under_way: 409,
  /** The buyer's bank takes the money back, so nobody else may. */
  payment_disputed: 409,
  /** Less is left to pay than a payment provider takes. */
  too_little_to_pay: 422,
  /** The operator may not charge the tax of that country; businesses with a number of it may buy. */
  country_not_sold: 422,
  material_unavailable: 422,
  consent_missing: 422,
  file_empty: 422,
  /** Nothing to hear in it. */
  sound_empty: 422,
  /** The listing has it already. */
  file_twice: 422,
  file_too_large: 413,
  file_type_not_allowed: 422,
  image_invalid: 422,
  pdf_invalid: 422,
  pdf_encrypted: 422,
  pdf_active: 422,
  /** Macros, programs, what is fetched from elsewhere when a file is opened. */
  file_active: 422,
  file_broken: 422,
  /** Something else than its name says, or two things at once. */
  file_disguised: 422,
  file_encrypted: 422,
  file_infected: 422,
  image_too_large: 422,
  zip_bomb: 422,
  /** Kinds of files in an archive that we do not take. */
  zip_content: 422,
  /** Names that lead out of the archive, or are one another. */
  zip_names: 422,
  storage_quota: 422,
  upload_quota: 429,
  rate_limited: 429,
  /** The allowance of the tools is used up: `facts.reset_at` says until when. */
  ai_quota: 429,
  /** Two runs of one member are under way, or many were in an hour. */
  ai_busy: 429,
  /** Allowed once in some days: `facts.possibleAt` says when again. */
  too_early: 429,
  authError: 503,
  payment_failed: 502,
  server_error: 500,
  /** The machine had no time; what was sent is fine, and may be sent again in a moment. */
  busy: 503,
  unavailable: 503,
  /** The disk is full or refuses: nothing new can be stored, everything else works. */
  storage_full: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

/** Whether operators must hear of it: what is our fault. */
export function isReported(code: ErrorCode): boolean {
  return errors[code] >= 500
}

/** Why one field is refused, where no error of the product says it. */
export const fieldReasons = [
  'required',
  'too_short',
  'too_long',
  'too_low',
  'too_high',
  /** A text where a whole number belongs: sums are cents. */
  'not_a_number',
  /** There is no such field here. */
  'unknown',
  /** There is one of that name already. */
  'taken',
  'invalid',
] as const
export type FieldReason = (typeof fieldReasons)[number]

/** One message code per input field, for forms and API answers (`errors:<code>`). */
export type FieldErrors = Record<string, ErrorCode | FieldReason>

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
  /** The file that is to blame, and behind a colon the one inside of it: `Sammlung.zip: Ordner/x.exe`. */
  readonly entry: string | undefined
  /** Where in a query the mistake is. */
  readonly position: TextPosition | undefined
  /** What a program needs to go on, beside the code: the new sum, when it is possible again. */
  readonly facts: Readonly<Record<string, unknown>> | undefined
  /** The values of a form whose action reads the body itself. */
  readonly typed: TypedFields | undefined = undefined

  constructor(
    code: ErrorCode,
    options: {
      fields?: FieldErrors
      cause?: unknown
      retryAfterSeconds?: number
      entry?: string | undefined
      position?: TextPosition
      facts?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.entry = options.entry
    this.position = options.position
    this.facts = options.facts
  }
}

/**
 * True for a ProductError of any copy of this module: Astro's bundle and main.ts load one each, so
 * `instanceof` would miss half of them.
 */
export function isProductError(error: unknown): error is ProductError {
  return error instanceof Error && error.name === 'ProductError' && 'code' in error
}
