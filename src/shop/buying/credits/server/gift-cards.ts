import { createHash, randomInt } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { giftCardYears } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { normalCode } from '../rules/voucher.ts'
import { creditMoved } from './events.ts'
import {
  endCardOf,
  type GiftCardRow,
  hasEndedCard,
  insertGiftCard,
  takeGiftCard,
} from './gift-card-queries.ts'
import { insertLot } from './queries.ts'
import { creditEnd } from './terms.ts'

/** No letter or digit that is mistaken for another when it is read aloud or typed. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 16

/** A card somebody can turn into credit once. Its code is told here and nowhere else: 80 random bits, stored as a hash. */
export async function issueGiftCard(
  context: Context,
  { amount, note }: { amount: number; note: string },
): Promise<{ code: string; amount: number; currency: string; expiresAt: string }> {
  const { accountId: createdBy } = requireMember(context)
  const { world } = context
  const { currency } = worldOf(world)
  const code = newCode()
  const expiresAt = new Date()
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + giftCardYears)
  await transaction(context.db, async (tx) => {
    await insertGiftCard(tx, {
      ...{ world, currency, note, expiresAt, createdBy, amountCents: amount },
      ...{ codeHash: hashOfCode(code), codeEnd: code.slice(-4) },
    })
    await emit(context, tx, creditMoved, {
      ...{ world, currency, amountCents: amount, from: 'platform:credits', to: 'gift-cards' },
    })
  })
  return {
    code: readableCode(code),
    amount,
    currency,
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * Makes the card an order has paid for, in the transaction that books the payment; the booking is the caller's. Answers its
 * code, for its buyer and its recipient alone.
 */
export async function sellGiftCard(
  tx: Db,
  world: Context['world'],
  sold: { orderId: number; accountId: number; amountCents: number; currency: string; expiresAt: Date },
): Promise<string> {
  const { orderId, amountCents, currency, expiresAt } = sold
  const code = newCode()
  await insertGiftCard(tx, {
    ...{ world, currency, note: '', expiresAt, createdBy: sold.accountId, amountCents, orderId },
    ...{ codeHash: hashOfCode(code), codeEnd: code.slice(-4) },
  })
  return readableCode(code)
}

/** Makes the code of a bought card worthless; false when it was redeemed, or ended before. The booking is the caller's. */
export async function endSoldCard(tx: Db, world: string, orderId: number): Promise<boolean> {
  return (await endCardOf(tx, world, orderId)) !== undefined
}

/** Whether the bought card of an order was made worthless before anybody redeemed it. */
export async function isCardEnded(db: Db, world: string, orderId: number): Promise<boolean> {
  return await hasEndedCard(db, world, orderId)
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => signs[randomInt(signs.length)]).join('')
}

function readableCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/**
 * Turns a card into the member's credit.
 * @throws ProductError unauthorized; invalid_input (`code`) for a card there is not, or that is used or over
 */
export async function redeemGiftCard(
  context: Context,
  typed: string,
): Promise<{ amount: number; currency: string }> {
  requireMember(context)
  const redeemed = await transaction(context.db, (tx) => tryGiftCard(tx, context, typed))
  if (redeemed === undefined) throw new ProductError('invalid_input', { fields: { code: 'invalid' } })
  return redeemed
}

/** The same inside a transaction; undefined when the code is no card that can be redeemed. */
export async function tryGiftCard(
  tx: Db,
  context: Context,
  typed: string,
): Promise<{ amount: number; currency: string } | undefined> {
  const { accountId } = requireMember(context)
  const code = normalCode(typed)
  if (code.length !== codeLength) return undefined
  const card = await takeGiftCard(tx, { codeHash: hashOfCode(code), accountId })
  if (card === undefined) return undefined
  const { currency, amount_cents: amountCents } = card
  const { world } = context
  await insertLot(tx, {
    ...{ world, accountId, currency, amountCents, note: '' },
    ...{ source: 'gift_card', expiresAt: lotEnd(card) },
  })
  await emit(context, tx, creditMoved, {
    ...{ world, currency, amountCents, from: 'gift-cards', to: `credit:${accountId}` },
  })
  return { amount: amountCents, currency }
}

/** Who redeems a bought card loses none of the time its buyer paid for. */
function lotEnd({ order_id: orderId, expires_at: expiresAt }: GiftCardRow): Date {
  const usual = creditEnd()
  return orderId !== null && expiresAt > usual ? expiresAt : usual
}

function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(`gift card ${code}`).digest()
}
