import { writeCsv } from '#platform/rules/files/csv.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { reportedActivity } from '../../rules/dac7.ts'
import type { Dac7Report, Quarter, ReportedSeller } from './dac7.ts'

/** Who reports. */
export interface Operator {
  name: string
  street: string
  postcode: string
  city: string
  country: string
  vatId: string | null
}

/**
 * The report as a message of the OECD's DPI schema 1.0 (urn:oecd:ties:dpi:v1), which DAC7 uses: amounts in whole units of
 * their currency, quarter by quarter. Sellers of whom the name or address is not known cannot be in it.
 */
export function dpiXml(report: Dac7Report, operator: Operator, at: Date): string {
  const { year } = report
  const messageId = `${operator.country}${year}${operator.country}-AULARIUM-${at.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const head = tag('MessageSpec', [
    tag('SendingEntityIN', operator.vatId ?? operator.name),
    tag('TransmittingCountry', operator.country),
    tag('ReceivingCountry', operator.country),
    tag('MessageType', 'DPI'),
    tag('MessageRefId', messageId),
    tag('MessageTypeIndic', 'DPI401'),
    tag('ReportingPeriod', `${year}-12-31`),
    tag('Timestamp', at.toISOString().slice(0, 19)),
  ])
  const platform = tag('PlatformOperator', [
    tag('ResCountryCode', operator.country),
    tin(operator.vatId, operator.country),
    tag('Name', operator.name),
    address(operator),
    docSpec(`${messageId}-O`),
  ])
  const sellers = report.sellers
    .filter((seller) => seller.data !== null)
    .map((seller, index) => reportable(seller, `${messageId}-S${index + 1}`))
  const spaces = 'xmlns="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1"'
  const body = tag('DPIBody', [platform, ...sellers])
  const xml = `<DPI_OECD version="1.0" ${spaces}>${head}${body}</DPI_OECD>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.replaceAll('><', '>\n<')}\n`
}

function reportable(seller: ReportedSeller, documentId: string): string {
  return tag('ReportableSeller', [
    tag('Identity', [identity(seller)]),
    tag('RelevantActivities', [
      tag(reportedActivity, [
        quarterly('Consideration', 'Cons', seller, ({ shareCents }) => shareCents),
        tag(
          'NumberOfActivities',
          seller.quarters.map(({ sales }, index) => tag(`NumbQ${index + 1}`, String(Math.max(0, sales)))),
        ),
        quarterly('Fees', 'Fees', seller, ({ feeCents }) => feeCents),
        quarterly('Taxes', 'Tax', seller, ({ taxCents }) => taxCents),
      ]),
    ]),
    docSpec(documentId),
  ])
}

function identity({ data, account }: ReportedSeller): string {
  if (data === null) return ''
  const isBusiness = data.kind === 'business'
  const names = isBusiness
    ? tag('Name', data.legalName ?? '')
    : tag('Name', [tag('FirstName', data.firstName ?? ''), tag('LastName', data.lastName ?? '')])
  const person = tag(isBusiness ? 'EntSellerID' : 'IndSellerID', [
    tag('ResCountryCode', data.country),
    tin(data.taxNumber, data.country),
    isBusiness && data.registerNumber !== null
      ? `<IN issuedBy="${data.country}" INType="BRN">${xmlText(data.registerNumber)}</IN>`
      : '',
    data.vatId === null ? '' : tag('VAT', data.vatId),
    names,
    address(data),
    !isBusiness && data.birthDate !== null ? tag('BirthInfo', [tag('BirthDate', data.birthDate)]) : '',
  ])
  const money =
    account === null
      ? ''
      : tag('FinancialIdentifier', [
          `<Identifier accountNumberType="IBAN">${xmlText(account.iban)}</Identifier>`,
          tag('AccountHolderName', account.holder),
        ])
  return tag(isBusiness ? 'EntitySeller' : 'IndividualSeller', [tag('Standard', [person, money])])
}

function address(of: { street: string; postcode: string; city: string; country: string }): string {
  return tag('Address', [
    tag('CountryCode', of.country),
    tag('AddressFix', [tag('Street', of.street), tag('PostCode', of.postcode), tag('City', of.city)]),
  ])
}

function tin(number: string | null, country: string): string {
  return number === null
    ? '<TIN unknown="true">NOTIN</TIN>'
    : `<TIN issuedBy="${country}">${xmlText(number)}</TIN>`
}

function docSpec(id: string): string {
  return tag('DocSpec', [tag('stf:DocTypeIndic', 'OECD1'), tag('stf:DocRefId', id)])
}

function quarterly(
  label: string,
  prefix: string,
  { quarters, currency }: ReportedSeller,
  cents: (quarter: Quarter) => number,
): string {
  const parts = quarters.map((quarter, index) => {
    const name = `${prefix}Q${index + 1}`
    return `<${name} currCode="${currency}">${Math.round(cents(quarter) / 100)}</${name}>`
  })
  return tag(label, parts)
}

/** The same as a table, with the cents and with what is missing. */
export function dac7Csv({ year, sellers }: Dac7Report): Buffer {
  const head = [
    ...['year', 'account', 'name', 'email', 'kind', 'first_name', 'last_name', 'legal_name', 'birth_date'],
    ...[
      'street',
      'postcode',
      'city',
      'country',
      'tax_number',
      'vat_id',
      'register_number',
      'iban',
      'currency',
    ],
    ...['Q1', 'Q2', 'Q3', 'Q4'].flatMap((q) => [`${q}_sales`, `${q}_paid`, `${q}_fees`, `${q}_taxes`]),
    'missing',
  ]
  const rows = sellers.map((seller) => {
    const { data } = seller
    return [
      ...[String(year), String(seller.accountId), seller.publicName, seller.email, data?.kind],
      ...[data?.firstName, data?.lastName, data?.legalName, data?.birthDate, data?.street, data?.postcode],
      ...[data?.city, data?.country, data?.taxNumber, data?.vatId, data?.registerNumber],
      ...[seller.account?.iban, seller.currency],
      ...seller.quarters.flatMap(({ sales, shareCents, feeCents, taxCents }) => [
        String(sales),
        ...[shareCents, feeCents, taxCents].map((cents) => (cents / 100).toFixed(2)),
      ]),
      seller.missing.join(' '),
    ]
  })
  return writeCsv([head, ...rows.map((cells) => cells.map((cell) => cell ?? ''))])
}

function tag(label: string, content: string | readonly string[]): string {
  return `<${label}>${typeof content === 'string' ? xmlText(content) : content.join('')}</${label}>`
}
