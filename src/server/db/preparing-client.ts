import { createHash } from 'node:crypto'
import pg from 'pg'

/** Asked so often, a statement is worth being kept by the server; what is built for one occasion never gets there. */
const worthAfter = 5
/** Each costs some kilobytes in each connection. */
const mostKept = 400
const mostCounted = 4_000
const longestText = 6_000
/** Says other columns after the next migration, which a kept plan refuses. */
const allColumns = /(?:select|returning|,)\s*\*|\.\*/i

type Names = (text: string) => string | undefined

/** Names statements that come again and again, by their text; others have none. */
export function createNames(): Names {
  const names = new Map<string, string>()
  const counted = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostKept || text.length > longestText) return known
    const count = (counted.get(text) ?? 0) + 1
    if (counted.size >= mostCounted) counted.clear()
    counted.set(text, count)
    if (count < worthAfter || allColumns.test(text)) return undefined
    counted.delete(text)
    const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}

/**
 * Connections on which statements are parsed and planned once instead of each time: an order is some sixty small ones by
 * key, the same each time. Unless `isAlways`, only those of transactions: outside of
 * them, searches and sums look for the best plan for what they are asked.
 */
export function preparingClient(names: Names, isAlways = false): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    // The overloads of pg are many; whatever is no text with values goes on as it came.
    override query(...given: never[]): never {
      const [text, values, ...rest] = given as unknown[]
      const isAsked = typeof text === 'string' && Array.isArray(values)
      const name = isAsked && (isAlways || this.getTransactionStatus() === 'T') ? names(text) : undefined
      const query = super.query as (...args: unknown[]) => never
      return name === undefined ? query.apply(this, given) : query.call(this, { name, text, values }, ...rest)
    }
  } as unknown as typeof pg.Client
}
