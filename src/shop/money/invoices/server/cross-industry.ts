import { licenceName } from '#platform/i18n/licences.ts'
import { translator } from '#platform/i18n/translate.ts'
import { dayAt } from '#platform/rules/money/day.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { toEuroCents } from '#shop/money/tax/rules/exchange.ts'
import type { TaxDocumentContent, TaxDocumentKind } from '../rules/contract.ts'
import type { DocumentFacts } from './sheet.ts'

type Party = TaxDocumentContent['buyer']
/** With the telephone number that XRechnung asks for and no paper of ours shows. */
type Profile = 'factur-x' | { xrechnung: { phone: string } }

const processes = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const guideline = 'urn:cen.eu:en16931:2017'
const xrechnung = `${guideline}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`

/**
 * Whether a document has an e-invoice: for businesses and schools whose address we know, from a seller with a VAT number;
 * for authors who are a business, where both have the numbers that the category of the tax wants (BR-S-02, BR-AE-02).
 */
export function hasXml(
  kind: TaxDocumentKind,
  { buyer, supplier, isNotTaxed }: Pick<TaxDocumentContent, 'buyer' | 'supplier' | 'isNotTaxed'>,
): boolean {
  if (kind === 'self-billing') {
    const isBusiness = (supplier.organisation ?? supplier.vatId) !== null
    return (
      supplier.city !== '' && isBusiness && (isNotTaxed || (supplier.vatId !== null && buyer.vatId !== null))
    )
  }
  if (kind !== 'invoice' && kind !== 'cancellation') return false
  return (
    buyer.city !== '' &&
    supplier.vatId !== null &&
    !isNotTaxed &&
    (buyer.organisation ?? buyer.vatId) !== null
  )
}

/** UNTDID 1001: invoice, credit note, self-billed invoice, self-billed credit note. */
function typeCode(facts: Pick<DocumentFacts, 'kind' | 'content'>): string {
  if (facts.kind === 'self-billing') return isCredit(facts) ? '261' : '389'
  return isCredit(facts) ? '381' : '380'
}

/** What takes money back is a credit note, whose sums are above zero: a cancellation, or a month of an author's refunds. */
function isCredit({ kind, content }: Pick<DocumentFacts, 'kind' | 'content'>): boolean {
  return kind === 'cancellation' || (kind === 'self-billing' && content.grossCents < 0)
}

/**
 * A document as UN/CEFACT Cross Industry Invoice (D16B) by EN 16931: what XRechnung and Factur-X are made of.
 */
export function crossIndustryInvoice(facts: DocumentFacts, profile: Profile): string {
  const namespaces =
    'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ' +
    'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" ' +
    'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" ' +
    'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"'
  const body = [context(profile), head(facts), tag('rsm:SupplyChainTradeTransaction', trade(facts, profile))]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${namespaces}>${body.join('')}</rsm:CrossIndustryInvoice>\n`
}

function context(profile: Profile): string {
  const isXrechnung = profile !== 'factur-x'
  return tag('rsm:ExchangedDocumentContext', [
    isXrechnung ? parameter('ram:BusinessProcessSpecifiedDocumentContextParameter', processes) : '',
    parameter('ram:GuidelineSpecifiedDocumentContextParameter', isXrechnung ? xrechnung : guideline),
  ])
}

function parameter(name: string, id: string): string {
  return tag(name, [text('ram:ID', id)])
}

function head(facts: DocumentFacts): string {
  const { number, issuedAt, content } = facts
  return tag('rsm:ExchangedDocument', [
    text('ram:ID', number),
    text('ram:TypeCode', typeCode(facts)),
    tag('ram:IssueDateTime', [day(facts, 'udt:DateTimeString', issuedAt)]),
    content.reason === null ? '' : tag('ram:IncludedNote', [text('ram:Content', content.reason)]),
  ])
}

function trade(facts: DocumentFacts, profile: Profile): string[] {
  const { content } = facts
  const { order } = content
  return [
    ...content.lines.map((line, index) => item(facts, line, index + 1)),
    tag('ram:ApplicableHeaderTradeAgreement', [
      text('ram:BuyerReference', content.buyer.buyerReference ?? order.number),
      party('ram:SellerTradeParty', sellerOf(content), profile === 'factur-x' ? {} : profile.xrechnung),
      party('ram:BuyerTradeParty', content.isNotTaxed ? { ...content.buyer, vatId: null } : content.buyer),
    ]),
    tag('ram:ApplicableHeaderTradeDelivery', [
      tag('ram:ActualDeliverySupplyChainEvent', [
        tag('ram:OccurrenceDateTime', [day(facts, 'udt:DateTimeString', new Date(order.paidAt))]),
      ]),
    ]),
    settlement(facts),
  ]
}

/** What is not taxed names no VAT numbers (BR-O-02): its supplier is known by ours (BR-CO-26). */
function sellerOf({
  supplier,
  supplierNumber,
  isNotTaxed,
}: TaxDocumentContent): Party & { number?: string | undefined } {
  return { ...supplier, number: supplierNumber, vatId: isNotTaxed ? null : supplier.vatId }
}

type Line = TaxDocumentContent['lines'][number]

function item(facts: DocumentFacts, line: Line, position: number): string {
  const net = amount(facts, line.netCents)
  // No price is below zero (BR-27): what goes back in between is a quantity of minus one.
  const isBack = net.startsWith('-')
  const about = line.licence === null ? '' : licenceName(translator(facts.world), line.licence)
  return tag('ram:IncludedSupplyChainTradeLineItem', [
    tag('ram:AssociatedDocumentLineDocument', [text('ram:LineID', String(position))]),
    tag('ram:SpecifiedTradeProduct', [
      text('ram:SellerAssignedID', String(line.materialId)),
      text('ram:Name', line.title),
      about === '' ? '' : text('ram:Description', about),
    ]),
    tag('ram:SpecifiedLineTradeAgreement', [
      tag('ram:NetPriceProductTradePrice', [text('ram:ChargeAmount', isBack ? net.slice(1) : net)]),
    ]),
    tag('ram:SpecifiedLineTradeDelivery', [
      text('ram:BilledQuantity', isBack ? '-1' : '1', 'unitCode="C62"'),
    ]),
    tag('ram:SpecifiedLineTradeSettlement', [
      tag('ram:ApplicableTradeTax', [text('ram:TypeCode', 'VAT'), ...category(facts, line.taxRateBp)]),
      tag('ram:SpecifiedTradeSettlementLineMonetarySummation', [text('ram:LineTotalAmount', net)]),
    ]),
  ])
}

function settlement(facts: DocumentFacts): string {
  const { content } = facts
  const { corrects, currency, due, euroRate } = content
  const total = amount(facts, content.grossCents)
  const dueCents = isCredit(facts) ? 0 : (due?.cents ?? 0)
  return tag('ram:ApplicableHeaderTradeSettlement', [
    // BT-6 and BT-111: the tax in the currency of the member state it is owed to.
    euroRate ? text('ram:TaxCurrencyCode', 'EUR') : '',
    text('ram:InvoiceCurrencyCode', currency),
    paymentMeans(facts),
    ...content.taxes.map((each) =>
      tag('ram:ApplicableTradeTax', [
        text('ram:CalculatedAmount', amount(facts, each.taxCents)),
        text('ram:TypeCode', 'VAT'),
        exemptionReason(content),
        text('ram:BasisAmount', amount(facts, each.netCents)),
        ...category(facts, each.taxRateBp),
      ]),
    ),
    // What takes an invoice back asks for nothing.
    due === null || isCredit(facts)
      ? ''
      : tag('ram:SpecifiedTradePaymentTerms', [
          tag('ram:DueDateDateTime', [day(facts, 'udt:DateTimeString', new Date(due.at))]),
        ]),
    tag('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      text('ram:LineTotalAmount', amount(facts, content.netCents)),
      text('ram:TaxBasisTotalAmount', amount(facts, content.netCents)),
      text('ram:TaxTotalAmount', amount(facts, content.taxCents), `currencyID="${currency}"`),
      euroRate
        ? text(
            'ram:TaxTotalAmount',
            amount(facts, toEuroCents(content.taxCents, euroRate.rate)),
            'currencyID="EUR"',
          )
        : '',
      text('ram:GrandTotalAmount', total),
      text('ram:TotalPrepaidAmount', amount(facts, content.grossCents - dueCents)),
      text('ram:DuePayableAmount', amount(facts, dueCents)),
    ]),
    corrects === null
      ? ''
      : tag('ram:InvoiceReferencedDocument', [
          text('ram:IssuerAssignedID', corrects.number),
          tag('ram:FormattedIssueDateTime', [day(facts, 'qdt:DateTimeString', new Date(corrects.issuedAt))]),
        ]),
  ])
}

/** UNTDID 4461: agreed otherwise (it is paid); a SEPA transfer; any other transfer. */
function paymentMeans(facts: DocumentFacts): string {
  const { due, currency } = facts.content
  if (due === null || isCredit(facts))
    return tag('ram:SpecifiedTradeSettlementPaymentMeans', [text('ram:TypeCode', 'ZZZ')])
  return tag('ram:SpecifiedTradeSettlementPaymentMeans', [
    text('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
    tag('ram:PayeePartyCreditorFinancialAccount', [text('ram:IBANID', due.iban)]),
    due.bic === null
      ? ''
      : tag('ram:PayeeSpecifiedCreditorFinancialInstitution', [text('ram:BICID', due.bic)]),
  ])
}

function exemptionReason({ isReverseCharged, isNotTaxed }: TaxDocumentContent): string {
  if (isReverseCharged) return text('ram:ExemptionReason', 'Reverse charge')
  return isNotTaxed ? text('ram:ExemptionReason', 'Not subject to VAT') : ''
}

/** UNTDID 5305: standard, whatever the rate; zero; the buyer owes it; or it is not taxed, without a rate (BR-O-05). */
function category({ content }: DocumentFacts, rateBp: number): string[] {
  if (content.isNotTaxed) return [text('ram:CategoryCode', 'O')]
  const code = content.isReverseCharged ? 'AE' : rateBp === 0 ? 'Z' : 'S'
  return [text('ram:CategoryCode', code), text('ram:RateApplicablePercent', (rateBp / 100).toFixed(2))]
}

function party(
  name: string,
  who: Party & { number?: string | undefined },
  { phone }: { phone?: string } = {},
): string {
  const { email, number } = who
  return tag(name, [
    number === undefined ? '' : text('ram:ID', number),
    text('ram:Name', who.organisation ?? who.name),
    phone === undefined
      ? ''
      : tag('ram:DefinedTradeContact', [
          text('ram:PersonName', who.name),
          tag('ram:TelephoneUniversalCommunication', [text('ram:CompleteNumber', phone)]),
          email === null ? '' : tag('ram:EmailURIUniversalCommunication', [text('ram:URIID', email)]),
        ]),
    tag('ram:PostalTradeAddress', [
      text('ram:PostcodeCode', who.postcode),
      text('ram:LineOne', who.street),
      text('ram:CityName', who.city),
      text('ram:CountryID', who.country),
    ]),
    email === null ? '' : tag('ram:URIUniversalCommunication', [text('ram:URIID', email, 'schemeID="EM"')]),
    who.vatId === null
      ? ''
      : tag('ram:SpecifiedTaxRegistration', [text('ram:ID', who.vatId, 'schemeID="VA"')]),
  ])
}

function tag(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}

function text(name: string, value: string, attributes = ''): string {
  return `<${name}${attributes && ` ${attributes}`}>${xmlText(value)}</${name}>`
}

/** Format 102: a day as eight digits. */
function day({ timeZone }: DocumentFacts, name: string, moment: Date): string {
  return text(name, dayAt(moment, timeZone).replaceAll('-', ''), 'format="102"')
}

/** A credit note counts what goes back. */
function amount(facts: Pick<DocumentFacts, 'kind' | 'content'>, cents: number): string {
  const counted = isCredit(facts) ? 0 - cents : cents
  const size = Math.abs(counted)
  const digits = `${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`
  return counted < 0 ? `-${digits}` : digits
}
