import { type Context, memberOf } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { defaultCountry } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { sellCountries, taxOrder } from '#platform/rules/money/tax.ts'
import { readVatId } from '#platform/rules/money/vat-id.ts'
import { creditToUse, isTooLittle } from '#shop/buying/cart/rules/credit-use.ts'
import { cartToPay } from '#shop/buying/cart/server/service.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import { ownBilling, verifyTyped } from '#shop/money/billing/server/service.ts'
import { type CountryRates, saleTax, taxRates } from '#shop/money/tax/server/service.ts'
import type { Order } from '../rules/contract.ts'
import { invoiceDue, invoiceOffer } from './checkout/invoice-purchase.ts'
import { ownOrder, ownOrderByReference } from './documents/own-order.ts'
import { boughtViews } from './library/library.ts'
import { boughtRows, entitledIds, orderOfMaterial } from './library/library-queries.ts'
import { type OrderRow, orderItems } from './queries.ts'
import { givenBack } from './refund/refund-queries.ts'
import type { BusinessAsked, PaymentPage, SellCountry, ThankYouPage } from './types.ts'
import { toOrder } from './view.ts'

export { payGiftBack, writeGiftOrder } from './checkout/gift-orders.ts'
export { openInvoices, overdueInvoices } from './checkout/invoice-purchase.ts'
export { findOrders, type OrderAtDesk, orderAtDesk } from './documents/order-desk.ts'
export { ownOrderByReference } from './documents/own-order.ts'
export { type OrderInBooks, orderInBooks } from './ledger/books-queries.ts'
export { balancesOf, bookDocumentTax } from './ledger/ledger.ts'
export {
  type AccountLine,
  accountLines,
  freshSalesOf,
  insertLedger as book,
  lockSeller,
  type MonthOfAuthor,
  monthsOfAuthors,
} from './ledger/ledger-queries.ts'
export { countriesOfSales, type SalesWish, sales } from './ledger/sales.ts'
export { type AuthorAccount, authorAccount } from './ledger/statement.ts'
export { boughtMaterials, type LibraryPage, libraryPage } from './library/library.ts'
export { noteDownload } from './library/library-queries.ts'
export { schoolFiles } from './library/school-files.ts'
export { ownUnderWay } from './payment/awaited.ts'
export { soldLine } from './payment/fulfil.ts'
export { openPayment } from './payment/open-payment.ts'
export { reconciliations } from './payment/reconcile.ts'
export { returnFromPayment } from './payment/settlement.ts'
export { lockBuyer, lockOrder as orderById } from './queries.ts'
export { orderOfBuyer } from './refund/refund-queries.ts'
export {
  type ReturnableLine,
  refundRequests,
  refundRuleOf,
  returnableLines,
  waitingRequests,
} from './refund/refund-requests.ts'
export { giveBackTax } from './refund/refunds.ts'
export { giveShareBack, refundTakenDown, type ShareBack } from './refund/takedown.ts'
export { recentContracts, withdrawableOrders, withdrawFromOrder } from './refund/withdrawal.ts'
export type { BuyersOrder, RecentContract } from './types.ts'

/** The payment page: the cart of today, the tax contained in it for the chosen country: here, on the page "change country", or the world's own. */
export async function paymentView(
  context: Context,
  country?: string,
  /** Business details typed beside the stored address. */
  typed: BusinessAsked = {},
): Promise<PaymentPage> {
  const [{ cart, prices }, rates, billing] = await Promise.all([
    cartToPay(context),
    taxRates(context.db),
    memberOf(context) === undefined ? null : ownBilling(context),
  ])
  const countries = countriesOf(context, rates)
  const chosen = chosenOf(context, countries, country)
  const taxedIn = chosen?.code ?? ''
  const leastCents = context.payments.leastAmount(cart.currency)
  const sums = await sumsOf(context, {
    cart,
    prices,
    country: taxedIn,
    billing: asked(billing, taxedIn, typed),
  })
  return {
    cart,
    isEmpty: cart.cartItems.length === 0,
    isFree: cart.finalPrice === 0,
    isPaid: sums.due === 0,
    countries,
    country: taxedIn,
    taxRate: chosen?.taxRate ?? 0,
    ...sums,
    consentTextVersion: context.termsVersion(context.world),
    method: context.payments.method,
    providerOrigin: context.payments.pageOrigin,
    isTooLittle: isTooLittle(sums.due, leastCents),
    // A provider's fields refuse a sum as its payment would.
    fields: sums.due >= leastCents ? context.payments.fields : undefined,
    billing,
    invoice: await invoiceOffer(context, { due: sums.due, currency: cart.currency }),
  }
}

/**
 * The same for what somebody says of a business, on the page or in a program: the register is asked about its number first.
 * A stranger's business is not asked about.
 */
export async function paymentAsked(
  context: Context,
  country: string | undefined,
  typed: BusinessAsked,
): Promise<PaymentPage> {
  if (memberOf(context) === undefined) return await paymentView(context, country)
  if (typed.vatId) {
    const stored = await ownBilling(context)
    const business = {
      billingVatId: typed.vatId,
      billingName: typed.name ?? stored?.name,
      billingOrganisation: typed.organisation ?? stored?.organisation ?? undefined,
    }
    await verifyTyped(context, business, country)
  }
  return await paymentView(context, country, typed)
}

/** The stored address with the typed details. */
function asked(stored: BillingAddress | null, country: string, typed: BusinessAsked): BillingAddress | null {
  const { vatId, name, organisation, postcode } = typed
  if (vatId === undefined && name === undefined && organisation === undefined && postcode === undefined)
    return stored
  const known = stored ?? {
    ...{
      name: '',
      organisation: null,
      street: '',
      postcode: '',
      city: '',
      vatId: null,
      buyerReference: null,
    },
  }
  return {
    ...known,
    country,
    name: name ?? known.name,
    organisation: organisation ?? known.organisation,
    postcode: postcode ?? known.postcode,
    vatId: vatId === undefined ? known.vatId : (readVatId(vatId, country) ?? null),
  }
}

/** What is due for a cart: the very rule of checkout, before anything is written. */
async function sumsOf(
  context: Context,
  {
    cart,
    prices,
    country,
    billing,
  }: Pick<PaymentPage, 'cart' | 'country' | 'billing'> & { prices: { materialId: number; price: number }[] },
): Promise<
  Pick<
    PaymentPage,
    'total' | 'usedCredits' | 'due' | 'taxes' | 'tax' | 'net' | 'isReverseCharged' | 'isNotSold'
  >
> {
  const sale = await saleTax(context.db, context, { country, billing, lines: prices })
  const taxed = taxOrder(
    sale.lines.map((line) => line.price),
    sale.rates,
    0,
  )
  const usedCredits = creditToUse({
    totalCents: taxed.totalCents,
    creditCents: cart.usesCredits ? cart.availableCredits : 0,
    leastCents: context.payments.leastAmount(cart.currency),
  })
  const rates = [...new Set(sale.rates)].toSorted((a, b) => b - a)
  const taxOf = (rate: number) =>
    sumCents(taxed.lines.flatMap((line, index) => (sale.rates[index] === rate ? line.taxCents : [])))
  return {
    total: taxed.totalCents,
    usedCredits,
    due: taxed.totalCents - usedCredits,
    taxes: rates.map((rate) => ({ rate, tax: taxOf(rate) })),
    tax: taxed.taxCents,
    net: taxed.totalCents - taxed.taxCents,
    isReverseCharged: sale.reverseChargeVatId !== null,
    isNotSold: sale.treatment === 'not-sold' && taxed.totalCents > 0,
  }
}

/** Where we sell to, and the country a visitor most likely lives in. */
export async function sellTo(context: Context): Promise<{ countries: SellCountry[]; country: string }> {
  const countries = countriesOf(context, await taxRates(context.db))
  return { countries, country: chosenOf(context, countries)?.code ?? '' }
}

function chosenOf(
  context: Context,
  countries: readonly SellCountry[],
  country?: string,
): SellCountry | undefined {
  const known = (code: string | undefined) => countries.find((each) => each.code === code)
  return (
    known(country) ?? known(context.country) ?? known(worldOf(context.world).country) ?? known(defaultCountry)
  )
}

/** One order of the member's own. @throws ProductError not_found, for anybody else's, too */
export async function orderByReference(context: Context, reference: string): Promise<Order> {
  return await viewOf(context, await ownOrderByReference(context, reference))
}

/** The thank-you page of a paid order with everything to download; undefined unless it is the member's and paid. */
export async function thankYou(context: Context, reference: string): Promise<ThankYouPage | undefined> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const order = await ownOrder(context, reference)
  if (order?.status !== 'paid') return undefined
  const [view, rows, due] = await Promise.all([
    viewOf(context, order),
    boughtRows(db, world, { accountId, orderId: order.id, limit: 1000 }),
    invoiceDue(context, order),
  ])
  return { order: view, materials: await boughtViews(context, accountId, rows), due }
}

async function viewOf({ db, world }: Context, order: OrderRow): Promise<Order> {
  const [items, before] = await Promise.all([
    orderItems(db, world, [order.id]),
    givenBack(db, world, order.id),
  ])
  return toOrder(order, items, sumCents(before.map((row) => row.amount_cents)))
}

/** The tax rate of a world's home country in basis points (1900 = 19 %), for examples and calculators. */
export async function homeTaxRate(context: Context): Promise<number> {
  const rates = await taxRates(context.db)
  return rates.get(worldOf(context.world).country)?.standardBp ?? 0
}

/** Which of these materials the visitor owns; strangers own nothing. */
export async function ownedIds(context: Context, materialIds: readonly number[]): Promise<number[]> {
  const member = memberOf(context)
  if (member === undefined) return []
  return await entitledIds(context.db, context.world, { accountId: member.accountId, materialIds })
}

/** The order in which the visitor bought a material; null: they did not. */
export async function purchaseOf(context: Context, materialId: number): Promise<number | null> {
  const member = memberOf(context)
  if (member === undefined) return null
  return await orderOfMaterial(context.db, { accountId: member.accountId, materialId })
}

/** The countries we sell to, by name in the world's own order of letters. */
function countriesOf(context: Context, rates: ReadonlyMap<string, CountryRates>): SellCountry[] {
  const { intl } = worldOf(context.world)
  const names = new Intl.DisplayNames(intl, { type: 'region' })
  const { compare } = new Intl.Collator(intl)
  return sellCountries
    .flatMap((code) => {
      const taxRate = rates.get(code)?.standardBp
      return taxRate === undefined ? [] : { code, name: names.of(code) ?? code, taxRate }
    })
    .toSorted((a, b) => compare(a.name, b.name))
}
