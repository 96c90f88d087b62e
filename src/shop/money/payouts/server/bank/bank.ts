import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { holderLength } from '#platform/limits.ts'
import { readBic, readIban } from '#platform/rules/money/iban.ts'
import { asPasted } from '#platform/rules/text/as-pasted.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { tellOwner } from '#shop/people/account-security/server/service.ts'
import type { BankDetails, BankInput } from '../../rules/contract.ts'
import { openIban, sealIban } from '../reports/sealing.ts'
import { type BankRow, deleteBank, findBank, upsertBank } from '../seller-queries.ts'

/** Where the member's own money goes, as far as it is shown; null before they said. */
export async function ownBank(context: Context): Promise<BankDetails | null> {
  const row = await findBank(context.db, requireMember(context).accountId)
  return row === undefined ? null : shown(row)
}

/**
 * Writes where a seller's money goes. Another account number holds payouts up for some days, and its owner hears of it.
 * @throws ProductError invalid_input
 */
export async function saveBank(context: Context, input: BankInput): Promise<BankDetails> {
  const { accountId, email, publicName } = requireMember(context)
  const { holder, iban, bic } = readBank(input)
  return await transaction(context.db, async (tx) => {
    const before = await findBank(tx, accountId)
    const isSame =
      before !== undefined &&
      before.holder === holder &&
      before.bic === bic &&
      openIban(context.env, accountId, before.iban_sealed) === iban
    if (isSame) return shown(before)
    const row = {
      holder,
      country: iban.slice(0, 2),
      last_four: iban.slice(-4),
      iban_sealed: sealIban(context.env, accountId, iban),
      bic,
    }
    await upsertBank(tx, accountId, row)
    await tellOwner(context, tx, { email, publicName }, 'bank_details_changed')
    return shown({ ...row, changed_at: new Date() })
  })
}

/** Forgets where the money goes: nothing is paid out until there is another account. */
export async function forgetBank(context: Context): Promise<void> {
  const { accountId, email, publicName } = requireMember(context)
  await transaction(context.db, async (tx) => {
    if (await deleteBank(tx, accountId))
      await tellOwner(context, tx, { email, publicName }, 'bank_details_changed')
  })
}

function readBank(input: BankInput): { holder: string; iban: string; bic: string | null } {
  const fields: FieldErrors = {}
  const holder = cleanLine(input.holder)
  if (holder.length < 2) fields.holder = 'required'
  if (holder.length > holderLength) fields.holder = 'too_long'
  const iban = readIban(input.iban ?? '')
  if (iban === undefined) fields.iban = asPasted(input.iban) === '' ? 'required' : 'invalid'
  const typedBic = asPasted(input.bic)
  const bic = typedBic === '' ? null : readBic(typedBic)
  if (bic === undefined) fields.bic = 'invalid'
  if (iban === undefined || bic === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  return { holder, iban, bic }
}

function shown(row: Omit<BankRow, 'iban_sealed'>): BankDetails {
  return {
    holder: row.holder,
    country: row.country,
    lastFour: row.last_four,
    bic: row.bic,
    changedAt: row.changed_at.toISOString(),
  }
}
