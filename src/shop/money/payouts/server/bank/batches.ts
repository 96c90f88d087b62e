import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { bankChangeHoldDays } from '#platform/limits.ts'
import { tellSent } from '../moving.ts'
import { insertEvent } from '../queries.ts'
import { openIban } from '../reports/sealing.ts'
import { batchRows, findBatch, insertBatch, lockSendable, markSent, newestBatches } from './batch-queries.ts'
import { painFile } from './pain001.ts'

export interface Batch {
  id: number
  count: number
  amount: number
  currency: string
  executionDay: string
  createdAt: string
  madeBy: string | null
}

/**
 * Puts everything approved into one file for the bank, each payout into one file only. What lies on an account that was
 * changed a few days ago stays for the next, and what its maker approved alone, where two are needed.
 * @throws ProductError conflict when there is nothing to send, second_person_needed when there is for somebody else
 */
export async function makeBatch(context: Context, currency: string): Promise<Batch> {
  const { accountId: madeBy } = requireMember(context)
  const { world } = context
  const now = new Date()
  const bankBefore = new Date(now.getTime() - bankChangeHoldDays * 86_400_000)
  return await transaction(context.db, async (tx) => {
    const hasTransfers = context.payments.transfers !== undefined
    const sendable = { currency, bankBefore, hasTransfers }
    const notApprovedBy = context.env.payoutFourEyes ? madeBy : null
    const rows = await lockSendable(tx, world, { ...sendable, notApprovedBy })
    if (rows.length === 0) {
      const others = await lockSendable(tx, world, { ...sendable, notApprovedBy: null })
      throw new ProductError(others.length === 0 ? 'conflict' : 'second_person_needed')
    }
    const executionDay = nextBankDay(now)
    const batch = await insertBatch(tx, world, { currency, executionDay, madeBy })
    for (const row of rows) {
      await markSent(tx, world, batch.id, row)
      const event = { payoutId: row.id, actorId: madeBy, from: 'approved', to: 'sent', note: null } as const
      await insertEvent(tx, world, event)
      await tellSent(tx, context, row)
    }
    return {
      id: batch.id,
      count: rows.length,
      amount: rows.reduce((sum, row) => sum + row.amount_cents, 0),
      currency,
      executionDay,
      createdAt: batch.created_at.toISOString(),
      madeBy: requireMember(context).publicName,
    }
  })
}

/** The file of a batch, as often as it is asked for the same bytes. @throws ProductError not_found */
export async function batchFile(context: Context, id: number): Promise<{ name: string; xml: Buffer }> {
  const { db, env, world } = context
  const batch = await findBatch(db, world, id)
  if (batch === undefined) throw new ProductError('not_found')
  const messageId = `AUL-${world.toUpperCase()}-${String(id).padStart(6, '0')}`
  const t = translator(world)
  const rows = await batchRows(db, world, id)
  const xml = painFile({
    messageId,
    createdAt: batch.created_at,
    executionDay: batch.execution_day,
    currency: batch.currency,
    debtor: { name: env.company.name, ...env.payoutAccount },
    payments: rows.map((row) => ({
      id: row.reference,
      amountCents: row.amount_cents,
      name: row.holder ?? '',
      iban: row.iban_sealed === null ? '' : openIban(env, row.account_id, row.iban_sealed),
      bic: row.bic,
      purpose: t('payouts:transfer', { reference: row.reference }),
    })),
  })
  return { name: `${messageId}.xml`, xml: Buffer.from(xml) }
}

/** The newest files of the world. */
export async function batches({ db, world }: Context): Promise<Batch[]> {
  const rows = await newestBatches(db, world, 12)
  return rows.map((row) => ({
    id: row.id,
    count: row.count,
    amount: row.amount_cents,
    currency: row.currency,
    executionDay: row.execution_day,
    createdAt: row.created_at.toISOString(),
    madeBy: row.made_by,
  }))
}

/** The next day on which banks work, holidays aside: a bank moves what falls on one. */
export function nextBankDay(now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
