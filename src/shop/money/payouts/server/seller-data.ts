import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { billingLength } from '#platform/limits.ts'
import { isSellCountry } from '#platform/rules/money/tax.ts'
import { readVatId } from '#platform/rules/money/vat-id.ts'
import { asPasted } from '#platform/rules/text/as-pasted.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import { verifyVatId } from '#shop/money/tax/server/service.ts'
import type { SellerData, SellerDataInput } from '../rules/contract.ts'
import { missingTaxData } from '../rules/dac7.ts'
import { findSellerTax, forgetReminders, type SellerTaxRow, upsertSellerTax } from './seller-queries.ts'

/** Who the member is for the tax office; null before they said. */
export async function ownSellerData(context: Context): Promise<SellerData | null> {
  const row = await findSellerTax(context.db, requireMember(context).accountId)
  return row === undefined ? null : toSellerData(row)
}

/** Writes who a seller is for the tax office. @throws ProductError invalid_input */
export async function saveSellerData(context: Context, input: SellerDataInput): Promise<SellerData> {
  const { accountId } = requireMember(context)
  const row = readSellerData(input)
  const data = toSellerData(row)
  await transaction(context.db, async (tx) => {
    await upsertSellerTax(tx, accountId, row)
    if (missingTaxData(data).length === 0) await forgetReminders(tx, accountId)
  })
  const { vatId, legalName, firstName, lastName } = data
  if (vatId !== null)
    await verifyVatId(context, { vatId, names: [legalName, `${firstName ?? ''} ${lastName ?? ''}`] })
  return data
}

/** Name and address of a seller on what we write in their name (directive 2006/112/EC, article 226); undefined before they said. */
export async function sellerAddress(
  db: Db,
  accountId: number,
): Promise<{ address: BillingAddress; isBusiness: boolean } | undefined> {
  const row = await findSellerTax(db, accountId)
  if (row === undefined) return undefined
  const { street, postcode, city, country } = row
  const name = row.legal_name ?? [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  return {
    address: {
      ...{ name, organisation: null, street, postcode, city, country, vatId: row.vat_id },
      buyerReference: null,
    },
    isBusiness: row.kind === 'business',
  }
}

/** One row as it is read everywhere else. */
export function toSellerData(row: SellerTaxRow): SellerData {
  return {
    kind: row.kind,
    firstName: row.first_name,
    lastName: row.last_name,
    legalName: row.legal_name,
    birthDate: row.birth_date,
    street: row.street,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    taxNumber: row.tax_number,
    vatId: row.vat_id,
    registerNumber: row.register_number,
  }
}

function readSellerData(input: SellerDataInput): SellerTaxRow {
  const fields: FieldErrors = {}
  const isBusiness = input.kind === 'business'
  const names = isBusiness ? (['legalName'] as const) : (['firstName', 'lastName'] as const)
  for (const name of [...names, 'street', 'postcode', 'city'] as const)
    if (cleanLine(input[name]) === '') fields[name] = 'required'
  for (const [name, text] of Object.entries(input))
    if (typeof text === 'string' && cleanLine(text).length > billingLength) fields[name] = 'too_long'
  if (!isSellCountry(input.country ?? '')) fields.country = 'invalid'
  const birthDate = cleanLine(input.birthDate)
  if (!isBusiness && birthDate !== '' && !isBirthDate(birthDate)) fields.birthDate = 'invalid'
  const vatId = asPasted(input.vatId) === '' ? null : readVatId(input.vatId ?? '', input.country)
  if (vatId === undefined) fields.vatId = 'invalid'
  if (vatId === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  return {
    kind: input.kind,
    first_name: isBusiness ? null : cleanLine(input.firstName),
    last_name: isBusiness ? null : cleanLine(input.lastName),
    legal_name: isBusiness ? cleanLine(input.legalName) : null,
    birth_date: isBusiness ? null : birthDate || null,
    street: cleanLine(input.street),
    postcode: asPasted(input.postcode),
    city: cleanLine(input.city),
    country: input.country ?? '',
    tax_number: asPasted(input.taxNumber) || null,
    vat_id: vatId,
    register_number: isBusiness ? asPasted(input.registerNumber) || null : null,
  }
}

/** A day that there was, of somebody who may have a contract. */
function isBirthDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (day === undefined || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text)) return false
  const years = (Date.now() - day.getTime()) / (365.25 * 86_400_000)
  return years >= 16 && years < 120
}
