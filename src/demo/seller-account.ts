import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { issueMonth, monthBefore } from '#shop/money/invoices/server/month-job.ts'
import { sealIban } from '#shop/money/payouts/server/reports/sealing.ts'
import { castEmail } from './people.ts'

const world = 'de'
const bankSince = 30 * 86_400_000
const iban = 'DE75512108001245126199'
const home = { street: 'Lindenweg 4', postcode: '50674', city: 'Köln', country: 'DE' } as const

/**
 * The cast's seller can be paid: bank and tax data older than any hold, an address on her papers, and the documents of the
 * month that has ended, which the job of that month would have written.
 */
export async function seedSellerAccount(deps: Pick<Deps, 'db' | 'env'>): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { id } = await tx
      .selectFrom('account')
      .select('id')
      .where('email', '=', castEmail('seller'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('seller_tax')
      .values({
        ...{
          account_id: id,
          kind: 'private',
          ...home,
          birth_date: '1984-06-12',
          tax_number: '214/5061/1839',
        },
        ...{
          first_name: 'Anna',
          last_name: 'Sommerfeld',
          legal_name: null,
          vat_id: null,
          register_number: null,
        },
      })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
    await tx
      .insertInto('seller_bank')
      .values({
        ...{
          account_id: id,
          holder: 'Anna Sommerfeld',
          country: iban.slice(0, 2),
          last_four: iban.slice(-4),
        },
        ...{
          iban_sealed: sealIban(deps.env, id, iban),
          bic: null,
          changed_at: new Date(Date.now() - bankSince),
        },
      })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
    await tx
      .insertInto('billing_address')
      .values({ account_id: id, name: 'Anna Sommerfeld', organisation: null, vat_id: null, ...home })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
  })
  await issueMonth(deps, world, monthBefore(new Date(), deps.env.booksTimeZone))
}
