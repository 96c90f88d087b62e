import { worldOf } from '#routing/worlds.ts'
import type { BillingAddress } from '#shared/contract/billing.ts'
import { type LiveWorldCode, liveWorldCodes } from '#shared/contract/world.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { billingOf } from '../billing/service.ts'
import { bookDocumentTax, type MonthOfAuthor, monthsOfAuthors } from '../orders/service.ts'
import { sellerAddress } from '../payouts/service.ts'
import { stateOfVatId, taxRates } from '../tax/service.ts'
import { yearIn } from './issue.ts'
import { type AuthorInTax, monthContents, ratesOf } from './month.ts'
import { authorForTax, insertDocument } from './queries.ts'

/** Authors at a time: a month of any size takes the same memory. */
const pageSize = 200

/** The job `issue_author_documents`: the documents of the month that has ended, in every world. Again: no effect. */
export async function issueAuthorDocuments(deps: Deps): Promise<void> {
  for (const world of liveWorldCodes)
    await issueMonth(deps, world, monthBefore(new Date(), worldOf(world).timeZone))
}

/** The documents of one month (`2026-11`) of a world. */
export async function issueMonth(
  deps: Pick<Deps, 'db' | 'env'>,
  world: LiveWorldCode,
  month: string,
): Promise<void> {
  const rates = await taxRates(deps.db)
  const standardOf = (country: string) => rates.get(country)?.standardBp ?? 0
  const { timeZone } = worldOf(world)
  for (let afterAuthor = 0; ; ) {
    const page = await monthsOfAuthors(deps.db, world, { month, timeZone, afterAuthor, limit: pageSize })
    for (const one of page) await issueForAuthor(deps, world, { month, one, standardOf })
    const last = page.at(-1)
    if (last === undefined) return
    afterAuthor = last.authorId
  }
}

async function issueForAuthor(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  world: LiveWorldCode,
  input: { month: string; one: MonthOfAuthor; standardOf: (country: string) => number },
): Promise<void> {
  const { month, one, standardOf } = input
  const { company } = env
  const account = await authorForTax(db, one.authorId)
  const billing = await addressOf(db, one.authorId)
  const author: AuthorInTax = {
    ...account,
    billing,
    isVerified: billing?.vatId != null && (await stateOfVatId(db, billing.vatId)) === 'verified',
    country: billing?.country ?? worldOf(world).country,
  }
  const rates = ratesOf(author, company.country, standardOf)
  const endsAt = new Date(`${month}-01T00:00:00Z`)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + 1, 0)
  const contents = monthContents(one, { company, author, rates, period: month, endsAt })
  const issuedAt = new Date()
  const common = {
    ...{ year: yearIn(world, issuedAt), accountId: one.authorId, orderId: null, correctsId: null, issuedAt },
  }
  await transaction(db, async (tx) => {
    for (const kind of ['self-billing', 'fee'] as const) {
      const content = kind === 'fee' ? contents.fee : contents.selfBilling
      const cause = `${kind}:${one.authorId}:${month}:${one.currency}`
      if (!(await insertDocument(tx, world, { ...common, kind, cause, content }))) continue
      await bookDocumentTax(tx, world, {
        ...{ cause, currency: one.currency },
        account: kind === 'fee' ? `fee-tax:${content.taxCountry}` : `input-tax:${company.country}`,
        amountCents: kind === 'fee' ? -content.taxCents : content.taxCents,
      })
    }
  })
}

/** What an author said as a seller; before that what they said as a buyer. A VAT number counts from either. */
async function addressOf(db: Db, accountId: number): Promise<BillingAddress | undefined> {
  const asSeller = await sellerAddress(db, accountId)
  const asBuyer = await billingOf(db, accountId)
  if (asSeller === undefined) return asBuyer
  return { ...asSeller, vatId: asSeller.vatId ?? asBuyer?.vatId ?? null }
}

/** `2026-10` for any moment of November 2026 in a time zone. */
export function monthBefore(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(now)
  const [year = 0, month = 1] = parts.split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
