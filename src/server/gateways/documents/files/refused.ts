import type { ErrorCode } from '#shared/errors.ts'

/** A file that is not taken, and why. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
