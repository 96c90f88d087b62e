import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

/** Asked so often, a statement is worth being prepared by the server; what is built for one occasion never gets there. */
const worthAfter = 5
/** Each costs some kilobytes in each connection. */
const mostNamed = 400
const mostCounted = 4_000
const longestText = 6_000
/** Says other columns after the next migration, which a cached plan refuses. */
export const allColumns = /(?:select|returning|,)\s*\*|\.\*/i

/** pg-boss names the columns of what it puts in and of what it finishes; its star is of its own parameter. */
const starOfParameter =
  /^\s*with (?:ins as \(\s*insert into jobs\.|input as \(\s*select \* from json_to_recordset\(\$)/i

/** A change by key has one plan, wherever it is asked for. */
const writes = /^\s*(?:insert|update|delete)\b/i

/** Whether it is asked again and again where it stands: elsewhere only what is known already has a name. */
type Names = (text: string, isCounted?: boolean) => string | undefined

/** Names statements that come again and again, by their text; others have none. */
export function createNames(): Names {
  const names = new Map<string, string>()
  const counted = new Map<string, number>()
  return (text, isCounted = true) => {
    const known = names.get(text)
    if (known !== undefined || !isCounted || names.size >= mostNamed || text.length > longestText)
      return known
    const count = (counted.get(text) ?? 0) + 1
    if (counted.size >= mostCounted) counted.clear()
    counted.set(text, count)
    if (count < worthAfter || (allColumns.test(text) && !starOfParameter.test(text))) return undefined
    counted.delete(text)
    const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}

/**
 * Begin, savepoint and its release say nothing one waits for: they leave together with the statement after them; a savepoint that
 * is released before anything was asked does not leave at all.
 */
const early = /^(?:begin|savepoint \w+|release savepoint \w+)$/
const nothing = { command: '', rowCount: null, rows: [], fields: [], oid: 0 }

/**
 * Connections on which statements are parsed and planned once instead of each time: an order is some sixty small ones by
 * key, the same each time. Unless `isAlways`, only changes and what transactions ask, there and wherever else it is asked:
 * outside of them, searches and sums look for the best plan for what they are asked. And which spare trips: see `early` and
 * `together` (transaction.ts).
 */
export function preparingClient(names: Names, isAlways = false): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    #isHeld = false
    #isBegun = false
    /** Asked for, and not sent yet: a reaction that asks nothing needs none. */
    #savepoint: string | undefined

    constructor(config?: pg.ClientConfig) {
      super({ ...config, pipeline: true } as pg.ClientConfig)
    }

    // The overloads of pg are many; whatever is no text with values goes on as it came.
    override query(...given: never[]): never {
      const [text, values, ...rest] = given as unknown[]
      const query = super.query as (...args: unknown[]) => never
      if (this.#savepoint !== undefined && text === `release ${this.#savepoint}`) {
        this.#savepoint = undefined
        return Promise.resolve(nothing) as never
      }
      this.#sendSavepoint()
      if (typeof text !== 'string') return this.#sent(() => query.apply(this, given))
      if (early.test(text) && rest.length === 0 && typeof values !== 'function')
        return this.#leaveWithNext(text)
      const isIn = this.#isBegun || this.getTransactionStatus() === 'T'
      if (text === 'commit' || text === 'rollback') this.#isBegun = false
      const name = Array.isArray(values) ? names(text, isAlways || isIn || writes.test(text)) : undefined
      return this.#sent(() =>
        name === undefined ? query.apply(this, given) : query.call(this, { name, text, values }, ...rest),
      )
    }

    #leaveWithNext(text: string): never {
      if (text.startsWith('savepoint ')) this.#savepoint = text
      else this.#sendEarly(text)
      return Promise.resolve(nothing) as never
    }

    #sendSavepoint(): void {
      const savepoint = this.#savepoint
      this.#savepoint = undefined
      if (savepoint !== undefined) this.#sendEarly(savepoint)
    }

    #sendEarly(text: string): void {
      this.#hold(setImmediate)
      if (text === 'begin') this.#isBegun = true
      // Whatever comes after it must not stand alone: the connection ends, and with it the transaction.
      super.query(text).catch(() => streamOf(this).destroy())
    }

    /** What is asked in one turn leaves in one write. */
    #sent(send: () => never): never {
      this.#hold(afterAnswers)
      return send()
    }

    #hold(until: (released: () => void) => void): void {
      if (!this.#isHeld) streamOf(this).cork()
      this.#isHeld = true
      until(() => this.#release())
    }

    #release(): void {
      if (!this.#isHeld) return
      this.#isHeld = false
      streamOf(this).uncork()
    }
  } as unknown as typeof pg.Client
}

/** Once everything has been asked that follows from what is known now: also what waits for `handedOver` (transaction.ts). */
function afterAnswers(released: () => void): void {
  process.nextTick(() => queueMicrotask(() => process.nextTick(released)))
}

function streamOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
