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

test.each(['', 'DE12345678', 'DE123456789', 'GR094259216', 'US123456789', '123456789', 'DE13669597ü'])(
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
