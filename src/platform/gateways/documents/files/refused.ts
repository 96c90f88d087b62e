import type { ErrorCode } from '#platform/errors.ts'

/** A file that is not taken, and why. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode
  /** The file inside of it that is to blame, with its folders. */
  readonly entry: string | undefined

  constructor(code: ErrorCode, { cause, entry }: { cause?: unknown; entry?: string | undefined } = {}) {
    super(code, { cause })
    this.code = code
    this.entry = entry
  }
}
