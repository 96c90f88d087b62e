import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { saleTreatment } from '#platform/rules/money/sale-tax.ts'
import { billingOf } from '#shop/money/billing/server/service.ts'
import { giveBackTax } from '#shop/money/orders/server/service.ts'
import { businessIn, holderOf, verifyVatId } from '#shop/money/tax/server/service.ts'
import { taxDocumentContentSchema } from '../rules/contract.ts'
import { replaceInvoice } from './issue.ts'
import { ownDocument } from './service.ts'

/** Issues an invoice of one's own anew, to the address of today. @throws ProductError as replaceInvoice, not_found */
export async function reissue(context: Context, id: number): Promise<void> {
  const { accountId } = requireMember(context)
  const row = await ownDocument(context, id)
  const { order_id: orderId } = row
  if (row.kind !== 'invoice' || orderId === null) throw new ProductError('not_found')
  const reason = translator(context.world)('cabinet-invoices:correct.reasonAddress')
  await transaction(context.db, (tx) =>
    replaceInvoice(tx, context, {
      ...{ orderId, buyerId: accountId, invoiceId: id, cause: `reissue:${id}`, reason },
      isReverseCharged: false,
    }),
  )
}

/**
 * After the sale: with a verified number of the country that was taxed the buyer owes the tax themselves. It goes back,
 * and another invoice without it takes the place of the first.
 * @throws ProductError not_found, invalid_input (no verified number of that country), conflict (no tax is left)
 */
export async function reverseCharge(context: Context, id: number): Promise<void> {
  const { accountId } = requireMember(context)
  const row = await ownDocument(context, id)
  const { order_id: orderId } = row
  if (row.kind !== 'invoice' || orderId === null) throw new ProductError('not_found')
  const { taxCountry: country } = taxDocumentContentSchema.parse(row.content)
  const billing = await billingOf(context.db, accountId)
  const vatId = billing?.vatId ?? null
  const state = billing && vatId !== null && (await verifyVatId(context, holderOf({ ...billing, vatId })))
  const { company, registrations } = context.env
  const buyer = { country, postcode: null, businessIn: state ? businessIn(vatId ?? '', state) : undefined }
  const treatment = saleTreatment({ sellerCountry: company.country, buyer, registrations })
  if (vatId === null || treatment !== 'reverse-charged')
    throw new ProductError('invalid_input', { fields: { billingVatId: 'invalid' } })
  const reason = translator(context.world)('cabinet-invoices:correct.reasonTax', { id: vatId })
  await transaction(context.db, (tx) => giveBackTax(tx, context, { orderId, accountId, vatId, reason }))
}
