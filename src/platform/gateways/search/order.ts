import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import type { OrderName } from '#platform/rules/contract/search.ts'

/** An order of results, all its keys read from a row of material_search (or the hits of a ranked query). */
export interface Order {
  name: string
  /** What it is called outside. */
  shown: OrderName
  /** For `order by`; one direction throughout, so that a row comparison is the keyset. */
  by: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  /** The key columns but the id, as they come back in a row: numbers only. */
  keys: RawBuilder<unknown>[]
  /** What may come in a cursor, per key; PostgreSQL would answer anything else with an error. */
  isKey: ((value: number) => boolean)[]
  after: (key: number[]) => RawBuilder<boolean>
}

const isInt4 = (value: number) => Number.isInteger(value) && Math.abs(value) <= 2_147_483_647
const isId = (value: number) => Number.isSafeInteger(value)
/** Microseconds since 1970 up to the year 2255. */
const isMicros = (value: number) => Number.isSafeInteger(value) && value >= 0
/** Not rated, or between one star and five: what is nearly 0 would be too small for `real`. */
const isRating = (value: number) => value === 0 || (value >= 1 && value <= 5)

export const ranked: Order = {
  name: 'score',
  shown: 'ranked',
  by: sql`score desc, material_id desc`,
  direction: 'desc',
  keys: [sql`score`],
  isKey: [isId, isId],
  after: ([score, id]) => sql`(score, material_id) < (${score}::bigint, ${id}::bigint)`,
}

export const popular: Order = {
  name: 'popular',
  shown: 'popular',
  by: sql`popularity desc, material_id desc`,
  direction: 'desc',
  keys: [sql`popularity`],
  isKey: [isInt4, isId],
  after: ([popularity, id]) => sql`(popularity, material_id) < (${popularity}::integer, ${id}::bigint)`,
}

export const newest: Order = {
  name: 'newest',
  shown: 'newest',
  by: sql`published_at desc, material_id desc`,
  direction: 'desc',
  keys: [sql`(extract(epoch from published_at) * 1000000)::bigint`],
  isKey: [isMicros, isId],
  after: ([micros, id]) =>
    sql`(published_at, material_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`,
}

export const rating: Order = {
  name: 'rating',
  shown: 'rating',
  by: sql`rating_avg desc, popularity desc, material_id desc`,
  direction: 'desc',
  keys: [sql`rating_avg`, sql`popularity`],
  isKey: [isRating, isInt4, isId],
  after: ([average, popularity, id]) =>
    sql`(rating_avg, popularity, material_id) < (${average}::real, ${popularity}::integer, ${id}::bigint)`,
}

export const priceUp: Order = {
  name: 'price_up',
  shown: 'price_up',
  by: sql`price_cents asc, material_id asc`,
  direction: 'asc',
  keys: [sql`price_cents`],
  isKey: [isInt4, isId],
  after: ([cents, id]) => sql`(price_cents, material_id) > (${cents}::integer, ${id}::bigint)`,
}

export const priceDown: Order = {
  name: 'price_down',
  shown: 'price_down',
  by: sql`price_cents desc, material_id desc`,
  direction: 'desc',
  keys: [sql`price_cents`],
  isKey: [isInt4, isId],
  after: ([cents, id]) => sql`(price_cents, material_id) < (${cents}::integer, ${id}::bigint)`,
}

/** The key of a cursor of this order; throws `invalid_input`. */
export function readCursor(order: Order, cursor: string): number[] {
  const shape = order.isKey.map(() => 'real' as const)
  const key = decodeCursor(order.name, shape, cursor).map(Number)
  if (!key.every((value, index) => order.isKey[index]?.(value))) {
    throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
  }
  return key
}

/** Where the next page begins: the key of the last row in this order. */
export function writeCursor(order: Order, key: readonly number[]): string {
  return encodeCursor(order.name, key)
}

/** The order a cursor was made in, of several possible ones. */
export function orderOfCursor(orders: readonly Order[], cursor: string): Order {
  for (const order of orders) {
    try {
      readCursor(order, cursor)
      return order
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
    }
  }
  throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
}
