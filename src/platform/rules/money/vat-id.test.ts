import { expect, test } from 'vitest'
import { countryOfVatId, readVatId } from './vat-id.ts'

const real = [
  ...['ATU13585627', 'BE0428759497', 'BG175074752', 'CY10259033P', 'CZ25123891', 'DE136695976', 'DK13585628'],
  ...[
    'EE100931558',
    'EL094259216',
    'ESB58378431',
    'ES54362315K',
    'FI20774740',
    'FR40303265045',
    'GB980780684',
  ],
  ...[
    'HR33392005961',
    'HU12892312',
    'IE6433435F',
    'IE6433435OA',
    'IT00743110157',
    'LT119511515',
    'LU15027442',
  ],
  ...['LV40003521600', 'MT11679112', 'NL004495445B01', 'PL8567346215', 'PT501964843', 'RO18547290'],
  ...['SE123456789701', 'SI50223054', 'SK2022749619', 'CHE100155212', 'NO995525828MVA'],
]

test.each(real)('%s has the check digits of its country', (vatId) => {
  expect(readVatId(vatId)).toBe(vatId)
})

/** One digit more or less: every country's check finds it. */
test.each(real)('%s with a wrong digit is none', (vatId) => {
  const at = vatId.search(/\d/) + 2
  const digit = (Number(vatId[at]) + 1) % 10
  expect(readVatId(`${vatId.slice(0, at)}${digit}${vatId.slice(at + 1)}`)).toBeUndefined()
})

test.each([
  ['de 136 695 976', 'DE136695976'],
  ['EL 094259216', 'EL094259216'],
  ['CHE-100.155.212 MWST', 'CHE100155212'],
  ['NO 995 525 828', 'NO995525828MVA'],
])('%s', (typed, read) => {
  expect(readVatId(typed)).toBe(read)
})

test.each(['', 'DE12345678', 'DE123456789', 'US123456789', '123456789', 'DE13669597ü'])(
  '%j is none',
  (typed) => {
    expect(readVatId(typed)).toBeUndefined()
  },
)

test('the country of a number', () => {
  expect(['EL094259216', 'DE136695976', 'CHE100155212', 'NO995525828MVA'].map(countryOfVatId)).toEqual([
    'GR',
    'DE',
    'CH',
    'NO',
  ])
})

test.each([
  ['GR094259216', 'EL094259216'],
  ['ΕΛ 094259216', 'EL094259216'],
  ['ΑΦΜ: 094259216', 'EL094259216'],
  ['ΑΦΜ EL094259216', 'EL094259216'],
  ['\u200eDE136695976', 'DE136695976'],
  ['ＤＥ１３６６９５９７６', 'DE136695976'],
  ['CHE\u2011100.155.212 MWST', 'CHE100155212'],
  ['CHE\u2212100.155.212', 'CHE100155212'],
  ['USt-IdNr. DE136695976', 'DE136695976'],
  ['USt-IdNr.:DE 136 695 976', 'DE136695976'],
  ['UStIdNrDE136695976', 'DE136695976'],
  ['Umsatzsteuer-Identifikationsnummer: DE136695976', 'DE136695976'],
  ['UID: ATU13585627', 'ATU13585627'],
  ['VAT No GB980780684', 'GB980780684'],
  ['VAT No. NO995525828MVA', 'NO995525828MVA'],
  ['P.IVA IT00743110157', 'IT00743110157'],
  ['Partita I.V.A. n. IT00743110157', 'IT00743110157'],
  ['N° TVA : FR 40 303265045', 'FR40303265045'],
  ['N° TVA intracommunautaire FR40303265045', 'FR40303265045'],
  ['NIF ESB58378431', 'ESB58378431'],
  ['NIF: PT501964843', 'PT501964843'],
  ['„BE 0428.759.497“', 'BE0428759497'],
  ['BE 428.759.497', 'BE0428759497'],
  ['АТU13585627', 'ATU13585627'],
])('%j is %s as pasted', (typed, vatId) => {
  expect(readVatId(typed)).toBe(vatId)
})

test.each([
  ['P.IVA 00743110157', 'IT', 'IT00743110157'],
  ['094259216', 'GR', 'EL094259216'],
  ['0428.759.497', 'BE', 'BE0428759497'],
  ['NIF B58378431', 'ES', 'ESB58378431'],
  ['VAT No 980780684', 'GB', 'GB980780684'],
])('%j beside %s is %s', (typed, country, vatId) => {
  expect(readVatId(typed, country)).toBe(vatId)
})

test('a number without its country is none, and "No" is not Norway', () => {
  expect(readVatId('136695976')).toBeUndefined()
  expect(readVatId('VAT No 995525828')).toBeUndefined()
  expect(readVatId('USt-IdNr.')).toBeUndefined()
})
