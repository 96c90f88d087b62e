import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { payoutNoteLength } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { book } from '#shop/money/orders/server/service.ts'
import { canMove, type PayoutStatus, payoutBooking, stepOfOthers } from '../rules/payout.ts'
import { takeBackTransfer, transferProvider } from './bank/transfer-back.ts'
import { payoutFailedMail, payoutSentMail } from './mails.ts'
import {
  findPayout,
  findSeller,
  hasTaken,
  insertEvent,
  lockPayout,
  type PayoutRow,
  updatePayout,
} from './queries.ts'

interface Step {
  reference: string
  to: PayoutStatus
  note?: string | undefined
  /** It came back for another reason than its account: the next one may go there again. */
  isAccountRight?: boolean | undefined
}

/** Steps whose seller has to read why. */
const explained: ReadonlySet<PayoutStatus> = new Set(['held', 'failed', 'refused'])

/**
 * One step of a payout by somebody of finance: the row, the books, the log of who did it and the mail in one transaction.
 * @throws ProductError not_found, forbidden (one's own), conflict (it is not in a state for that), invalid_input,
 * second_person_needed (somebody else has to take this step)
 */
export async function movePayout(
  context: Context,
  { reference, to, note: typed, isAccountRight = false }: Step,
): Promise<PayoutRow> {
  const { accountId: actorId } = requireMember(context)
  const { world } = context
  const note = cleanText(typed ?? '') || null
  if (note !== null && note.length > payoutNoteLength)
    throw new ProductError('invalid_input', { fields: { note: 'too_long' } })
  // Before anything happens at the provider.
  if (explained.has(to) && note === null)
    throw new ProductError('invalid_input', { fields: { note: 'required' } })
  const found = await findPayout(context.db, world, reference)
  if (found !== undefined) requireOthers(context, found.account_id)
  if (to === 'failed') await takeBackTransfer(context, reference)
  return await transaction(context.db, async (tx) => {
    const row = await lockPayout(tx, world, reference)
    if (row === undefined) throw new ProductError('not_found')
    // What the provider sends, it says itself; only what it has sent can be taken back.
    if (row.stripe_account !== null && row.status === 'sent') throw new ProductError('conflict')
    if (to === 'sent' || !canMove(row.status, to)) throw new ProductError('conflict')
    await requireOtherHands(tx, context, { payoutId: row.id, to, actorId })
    const moved = await updatePayout(tx, world, row.id, {
      ...{ status: to, note, isAccountRefused: to === 'failed' && !isAccountRight },
      isSettled: to === 'paid' || to === 'failed' || to === 'refused',
    })
    await settleBooks(tx, world, row, to)
    await insertEvent(tx, world, { payoutId: row.id, actorId, from: row.status, to, note })
    if (to === 'failed' || to === 'refused')
      await tellFailed(tx, context, row, {
        reason: note ?? '',
        isAccountRefused: to === 'failed' && !isAccountRight,
      })
    return moved
  })
}

/** Two people for a payout (PAYOUT_FOUR_EYES). @throws ProductError second_person_needed */
async function requireOtherHands(
  tx: Db,
  { env, world }: Context,
  step: { payoutId: number; to: PayoutStatus; actorId: number },
): Promise<void> {
  const others = stepOfOthers(step.to)
  if (env.payoutFourEyes && others !== undefined && (await hasTaken(tx, world, { ...step, to: others })))
    throw new ProductError('second_person_needed')
}

/** Books a step of a payout. */
export async function settleBooks(tx: Db, world: string, row: PayoutRow, to: PayoutStatus): Promise<void> {
  const payout = { sellerId: row.account_id, amountCents: row.amount_cents }
  const source = row.stripe_account === null ? undefined : `provider:${transferProvider}`
  const booking = payoutBooking(payout, row.status, to, source)
  if (booking) await book(tx, world, { ...booking, payoutId: row.id, currency: row.currency })
}

/** To a seller whose money came back. */
export async function tellFailed(
  tx: Db,
  context: Context,
  row: PayoutRow,
  { reason, isAccountRefused }: { reason: string; isAccountRefused: boolean },
): Promise<void> {
  const seller = await findSeller(tx, row.account_id)
  if (seller === undefined) return
  const world = row.world as LiveWorldCode
  await queueMail(tx, context, {
    mail: payoutFailedMail,
    to: seller.email,
    vars: {
      publicName: seller.public_name,
      reference: row.reference,
      amount: formatPrice(row.amount_cents, row.currency),
      ...{ reason, isAccountRefused },
      payoutsUrl: absoluteUrl(
        context.env.siteUrl,
        url(isAccountRefused ? 'bank-details' : 'payouts', { world }),
      ),
    },
    dedupeKey: `payout-failed:${row.reference}`,
  })
}

/** Tells a seller that money is on its way; in the transaction that puts it into a file. */
export async function tellSent(
  tx: Db,
  context: Context,
  row: { account_id: number; reference: string; amount_cents: number; currency: string; last_four: string },
): Promise<void> {
  const seller = await findSeller(tx, row.account_id)
  if (seller === undefined) return
  await queueMail(tx, context, {
    mail: payoutSentMail,
    to: seller.email,
    vars: {
      publicName: seller.public_name,
      reference: row.reference,
      amount: formatPrice(row.amount_cents, row.currency),
      lastFour: row.last_four,
      payoutsUrl: absoluteUrl(context.env.siteUrl, url('payouts', { world: context.world })),
    },
    dedupeKey: `payout-sent:${row.reference}`,
  })
}
