import { ProductError } from '#platform/errors.ts'
import { isStorable } from '#platform/rules/contract/text.ts'

/** The values of the last row in the order of the list; dates as ISO text. */
export type CursorKey = readonly (string | number)[]

const maxLength = 512

/** Makes the opaque cursor of a keyset page: `name` is the order it belongs to. */
export function encodeCursor(name: string, key: CursorKey): string {
  return Buffer.from(JSON.stringify([name, ...key])).toString('base64url')
}

/**
 * Reads a cursor back. `shape` gives the type of each value (`number`: a whole one); a cursor of another order, another
 * shape or none at all is `invalid_input`, because it comes from outside.
 */
export function decodeCursor(
  name: string,
  shape: readonly ('number' | 'real' | 'string')[],
  cursor: string,
): (string | number)[] {
  const parsed = parse(cursor)
  if (!Array.isArray(parsed) || parsed.length !== shape.length + 1 || parsed[0] !== name) throw invalid()
  const key: unknown[] = parsed.slice(1)
  return key.map((value, index) => {
    if (shape[index] === 'number' && Number.isSafeInteger(value)) return value as number
    if (shape[index] === 'real' && typeof value === 'number' && Number.isFinite(value)) return value
    if (shape[index] === 'string' && typeof value === 'string' && isStorable(value)) return value
    throw invalid()
  })
}

function parse(cursor: string): unknown {
  if (cursor.length > maxLength || !/^[\w-]+$/.test(cursor)) throw invalid()
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw invalid(cause)
  }
}

function invalid(cause?: unknown): ProductError {
  return new ProductError('invalid_input', { fields: { cursor: 'invalid' }, cause })
}
