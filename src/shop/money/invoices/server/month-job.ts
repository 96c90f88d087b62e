import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { yearAt } from '#platform/rules/money/day.ts'
import { countryOfVatId } from '#platform/rules/money/vat-id.ts'
import { billingOf } from '#shop/money/billing/server/service.ts'
import { bookDocumentTax, type MonthOfAuthor, monthsOfAuthors } from '#shop/money/orders/server/service.ts'
import { sellerAddress } from '#shop/money/payouts/server/service.ts'
import {
  type CountryRates,
  publicationsAmong,
  stateOfVatId,
  taxRates,
} from '#shop/money/tax/server/service.ts'
import { type AuthorInTax, monthContent } from './month.ts'
import { authorForTax, insertDocument } from './queries.ts'

/** Authors at a time: a month of any size takes the same memory. */
const pageSize = 200

/** The job `issue_author_documents`: the documents of the month that has ended, in every world. Again: no effect. */
export async function issueAuthorDocuments(deps: Deps): Promise<void> {
  for (const world of liveWorldCodes)
    await issueMonth(deps, world, monthBefore(new Date(), deps.env.booksTimeZone))
}

/** The documents of one month (`2026-11`) of a world. */
export async function issueMonth(
  deps: Pick<Deps, 'db' | 'env'>,
  world: LiveWorldCode,
  month: string,
): Promise<void> {
  const rates = (await taxRates(deps.db)).get(deps.env.company.country)
  if (rates === undefined) throw new Error('the country of COMPANY_COUNTRY has no rate of tax')
  const timeZone = deps.env.booksTimeZone
  for (let afterAuthor = 0; ; ) {
    const page = await monthsOfAuthors(deps.db, world, { month, timeZone, afterAuthor, limit: pageSize })
    for (const one of page) await issueForAuthor(deps, world, { month, one, rates })
    const last = page.at(-1)
    if (last === undefined) return
    afterAuthor = last.authorId
  }
}

async function issueForAuthor(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  world: LiveWorldCode,
  input: { month: string; one: MonthOfAuthor; rates: CountryRates },
): Promise<void> {
  const { month, one, rates } = input
  const { company } = env
  const author = await authorInTax(db, world, one.authorId)
  const publications = await publicationsAmong(
    db,
    world,
    one.materials.map(({ materialId }) => materialId),
  )
  // Noon of its last day is that day on every clock.
  const endsAt = new Date(`${month}-01T12:00:00Z`)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + 1, 0)
  const content = monthContent(one, {
    ...{ company, author, period: month, endsAt },
    rateOf: (materialId) => (publications.has(materialId) ? rates.publicationBp : rates.standardBp),
  })
  const issuedAt = new Date()
  const cause = `self-billing:${one.authorId}:${month}:${one.currency}`
  await transaction(db, async (tx) => {
    const isNew = await insertDocument(tx, world, {
      ...{
        kind: 'self-billing',
        year: yearAt(issuedAt, env.booksTimeZone),
        accountId: one.authorId,
        orderId: null,
      },
      ...{ correctsId: null, issuedAt, cause, content },
    })
    if (!isNew) return
    await bookDocumentTax(tx, world, {
      ...{ cause, currency: one.currency, amountCents: content.taxCents },
      account: `input-tax:${company.country}`,
    })
  })
}

/**
 * Who an author is for the tax: what they said as a seller; before that what they said as a buyer. A VAT number counts
 * from either.
 */
async function authorInTax(db: Db, world: LiveWorldCode, accountId: number): Promise<AuthorInTax> {
  const account = await authorForTax(db, accountId)
  const asSeller = await sellerAddress(db, accountId)
  const asBuyer = await billingOf(db, accountId)
  const billing = asSeller
    ? { ...asSeller.address, vatId: asSeller.address.vatId ?? asBuyer?.vatId ?? null }
    : asBuyer
  const isBusiness = asSeller?.isBusiness ?? false
  const vatId = billing?.vatId ?? null
  const names = [billing?.organisation ?? null, billing?.name ?? null, asBuyer?.organisation ?? null]
  const isVerified = vatId !== null && (await stateOfVatId(db, { vatId, names })) === 'verified'
  return {
    ...account,
    ...{ accountId, billing, isBusiness },
    country: billing?.country ?? worldOf(world).country,
    verifiedIn: isVerified ? countryOfVatId(vatId) : undefined,
  }
}

/** `2026-10` for any moment of November 2026 in a time zone. */
export function monthBefore(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(now)
  const [year = 0, month = 1] = parts.split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
