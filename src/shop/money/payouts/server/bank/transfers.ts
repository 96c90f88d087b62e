import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { bankChangeHoldDays } from '#platform/limits.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { sendTransferJob } from '../jobs.ts'
import { settleBooks, tellFailed } from '../moving.ts'
import { findPayout, insertEvent, lockPayout, updatePayout } from '../queries.ts'
import { lockTransferable, markTransferring, setTransfer, transferringReferences } from './connect-queries.ts'

/**
 * Sends everything approved of sellers who are paid out by transfer (by somebody else, where two are needed): the rows say so at once, the money follows by jobs of
 * the same transaction. What was sent before and got no answer is asked about again. @returns how many are new
 */
export async function sendTransfers(context: Context): Promise<number> {
  const { accountId: actorId } = requireMember(context)
  const { world, queue } = context
  if (context.payments.transfers === undefined) return 0
  const chosenBefore = new Date(Date.now() - bankChangeHoldDays * 86_400_000)
  return await transaction(context.db, async (tx) => {
    for (const reference of await transferringReferences(tx, world))
      await queue.send(tx, sendTransferJob, { world, reference })
    const notApprovedBy = context.env.payoutFourEyes ? actorId : null
    const rows = await lockTransferable(tx, world, { chosenBefore, notApprovedBy })
    for (const row of rows) {
      await markTransferring(tx, world, row)
      await insertEvent(tx, world, { payoutId: row.id, actorId, from: 'approved', to: 'sent', note: null })
      await queue.send(tx, sendTransferJob, { world, reference: row.reference })
    }
    return rows.length
  })
}

/**
 * The job `send_transfer`: the provider knows the payout by its reference and sends it once, however often this runs. What
 * it refuses for good is in the seller's balance again, and the seller hears of it.
 */
export async function sendTransfer(
  deps: Deps,
  { world, reference }: { world: string; reference: string },
): Promise<void> {
  const { transfers } = deps.payments
  if (!isLiveWorld(world) || transfers === undefined) return
  const context = strangerContext(deps, world)
  const row = await findPayout(deps.db, world, reference)
  if (row === undefined || row.status !== 'sent' || row.stripe_account === null) return
  const outcome = await transfers.send({
    ...{ payoutReference: reference, account: row.stripe_account },
    ...{ amountCents: row.amount_cents, currency: row.currency },
  })
  const isSent = outcome.status === 'sent'
  const note = isSent ? null : translator(world)('payouts:stripe.refused')
  await transaction(deps.db, async (tx) => {
    const now = await lockPayout(tx, world, reference)
    if (now?.status !== 'sent') return
    const to = isSent ? 'paid' : 'failed'
    if (isSent) await setTransfer(tx, world, now.id, outcome.transferId)
    await updatePayout(tx, world, now.id, { status: to, note, isSettled: true, isAccountRefused: !isSent })
    await settleBooks(tx, world, now, to)
    await insertEvent(tx, world, { payoutId: now.id, actorId: null, from: 'sent', to, note })
    // The seller looks into their account at the provider, or chooses another way.
    if (note !== null) await tellFailed(tx, context, now, { reason: note, isAccountRefused: true })
  })
}
