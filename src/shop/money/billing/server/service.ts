import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { billingLength } from '#platform/limits.ts'
import { isSellCountry } from '#platform/rules/money/tax.ts'
import { readVatId } from '#platform/rules/money/vat-id.ts'
import { asPasted } from '#platform/rules/text/as-pasted.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { holderOf, stateOfVatId, type VatIdState, verifyVatId } from '#shop/money/tax/server/service.ts'
import { readBuyerReference } from '../rules/buyer-reference.ts'
import type { BillingAddress, BillingInput } from '../rules/contract.ts'
import { deleteBilling, findBilling, upsertBilling } from './queries.ts'

const needed = ['billingName', 'billingStreet', 'billingPostcode', 'billingCity'] as const

/** The member's own address, or null. */
export async function ownBilling(context: Context): Promise<BillingAddress | null> {
  const { accountId } = requireMember(context)
  return (await findBilling(context.db, accountId)) ?? null
}

/** What stands on a member's invoices; undefined when they never said. */
export async function billingOf(db: Db, accountId: number): Promise<BillingAddress | undefined> {
  return await findBilling(db, accountId)
}

/** Forgets the address for the invoices to come. */
export async function forgetBilling(context: Context): Promise<null> {
  const { accountId } = requireMember(context)
  await deleteBilling(context.db, accountId)
  return null
}

/** Writes the address for the invoices to come; those that were written stay as they are. @throws ProductError invalid_input */
export async function changeBilling(
  context: Context,
  { billingCountry, ...input }: BillingInput & { billingCountry?: string | undefined },
): Promise<BillingAddress> {
  const { accountId } = requireMember(context)
  const address = readBilling(input, billingCountry ?? '')
  await upsertBilling(context.db, accountId, address)
  const { vatId } = address
  if (vatId !== null) await verifyVatId(context, holderOf({ ...address, vatId }))
  return address
}

/** What the authorities said about the number of an address; null without one. */
export async function vatIdStateOf(
  { db }: Pick<Context, 'db'>,
  address: BillingAddress | null,
): Promise<VatIdState | null> {
  if (address === null || address.vatId === null) return null
  return await stateOfVatId(db, holderOf({ ...address, vatId: address.vatId }))
}

/** Before a checkout, outside its transaction: checks a VAT number typed at the payment. A malformed one is left to the form. */
export async function verifyTyped(
  context: Context,
  typed: BillingInput,
  country: string | undefined,
): Promise<void> {
  const vatId = readVatId(typed.billingVatId ?? '', country)
  if (vatId === undefined) return
  const names = [cleanLine(typed.billingOrganisation) || null, cleanLine(typed.billingName)]
  await verifyVatId(context, { vatId, names })
}

/** For checkout: what was typed beside the payment, if anything was; the country is the one that is taxed. */
export async function billingAtPayment(
  tx: Db,
  input: { accountId: number; typed: BillingInput; country: string },
): Promise<void> {
  if (!isGiven(input.typed)) return
  await upsertBilling(tx, input.accountId, readBilling(input.typed, input.country))
}

function isGiven(input: BillingInput): boolean {
  return Object.values(input).some((text) => text !== undefined && cleanLine(text) !== '')
}

function readBilling(input: BillingInput, country: string): BillingAddress {
  const fields: Record<string, FieldErrors[string]> = {}
  for (const name of needed) if (cleanLine(input[name]) === '') fields[name] = 'required'
  for (const [name, text] of Object.entries(input))
    if (text !== undefined && cleanLine(text).length > billingLength) fields[name] = 'too_long'
  if (!isSellCountry(country)) fields.billingCountry = 'invalid'
  const typedVatId = asPasted(input.billingVatId)
  const vatId = typedVatId === '' ? null : readVatId(typedVatId, country)
  if (vatId === undefined) fields.billingVatId = 'invalid'
  const buyerReference = readBuyerReference(input.billingReference, country)
  if (buyerReference === undefined) fields.billingReference = 'invalid'
  if (vatId === undefined || buyerReference === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  return {
    name: cleanLine(input.billingName),
    organisation: cleanLine(input.billingOrganisation) || null,
    street: cleanLine(input.billingStreet),
    postcode: asPasted(input.billingPostcode),
    city: cleanLine(input.billingCity),
    country,
    vatId,
    buyerReference,
  }
}
