import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { yearAt } from '#platform/rules/money/day.ts'
import { drawNumber, numberUnnumbered } from '../payment/payment-queries.ts'
import type { Settlement } from '../types.ts'

/** `DE-2026-000017`, drawn from the world's series of the year; its row is locked until the transaction ends. */
export async function drawOrderNumber(
  tx: Db,
  { world, env }: Pick<Context, 'world' | 'env'>,
  at: Date,
): Promise<string> {
  const { series, prefix } = seriesOf(world, at, env)
  return prefix + String(await drawNumber(tx, world, series)).padStart(6, '0')
}

/**
 * Gives the order of a payment that has come its number, before the transaction that books it and in one of its own: payments
 * of one world wait for each other for one update, not for all that a payment does. Killed in between, the order keeps its
 * number until the provider tells of the payment again.
 */
export async function numberOrder(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  world: LiveWorldCode,
  settlement: Settlement,
): Promise<void> {
  await numberUnnumbered(db, world, settlement, seriesOf(world, new Date(), env))
}

function seriesOf(
  world: LiveWorldCode,
  at: Date,
  { booksTimeZone }: Deps['env'],
): { series: string; prefix: string } {
  const year = yearAt(at, booksTimeZone)
  return { series: `order-${year}`, prefix: `${world.toUpperCase()}-${year}-` }
}
