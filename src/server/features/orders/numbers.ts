import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { drawNumber } from './fulfil-queries.ts'
import { lockUnnumbered, setNumber } from './payment-queries.ts'
import type { Settlement } from './types.ts'

/** `DE-2026-000017`, drawn from the world's series of the year; its row is locked until the transaction ends. */
export async function drawOrderNumber(tx: Db, world: LiveWorldCode, at: Date): Promise<string> {
  const year = at.getUTCFullYear()
  const drawn = await drawNumber(tx, world, `order-${year}`)
  return `${world.toUpperCase()}-${year}-${String(drawn).padStart(6, '0')}`
}

/**
 * Gives the order of a payment that has come its number, before the transaction that books it and in one of its own: payments
 * of one world wait for each other for one update, not for all that a payment does. Killed in between, the order keeps its
 * number until the provider tells of the payment again.
 */
export async function numberOrder(db: Db, world: LiveWorldCode, settlement: Settlement): Promise<void> {
  await transaction(db, async (tx) => {
    const orderId = await lockUnnumbered(tx, world, settlement)
    if (orderId === undefined) return
    await setNumber(tx, world, { orderId, number: await drawOrderNumber(tx, world, new Date()) })
  })
}
