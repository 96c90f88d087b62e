import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBic, readIban } from './iban.ts'

/** The registry's own example of each country we sell in, and some others (SWIFT IBAN registry). */
const examples = [
  'DE89370400440532013000',
  'AT611904300234573201',
  'ES9121000418450200051332',
  'FR1420041010050500013M02606',
  'GR1601101250000000012300695',
  'IT60X0542811101000000123456',
  'GB29NWBK60161331926819',
  'CH9300762011623852957',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
]

test.each(examples)('%s is one, however it is typed', (iban) => {
  expect(readIban(iban)).toBe(iban)
  expect(readIban(` ${iban.toLowerCase().replace(/(.{4})/g, '$1 ')}`)).toBe(iban)
})

test.each([
  ['a wrong check sum', 'DE88370400440532013000'],
  ['a digit too few', 'DE8937040044053201300'],
  ['a digit too many', 'DE893704004405320130000'],
  ['a country outside of SEPA', 'TR330006100519786457841326'],
  ['an account number without a country', '0532013000'],
  ['nothing', ''],
])('%s is none', (_, typed) => expect(readIban(typed)).toBeUndefined())

test('no single wrong sign and no two swapped ones pass', () => {
  const sign = fc.constantFrom(...'0123456789')
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.nat(), sign, (iban, at, other) => {
      const index = 2 + (at % (iban.length - 2))
      const changed = iban.slice(0, index) + other + iban.slice(index + 1)
      expect(readIban(changed)).toBe(changed === iban ? iban : undefined)
      const next = iban[index + 1]
      if (next === undefined || next === iban[index]) return
      const swapped = iban.slice(0, index) + next + iban[index] + iban.slice(index + 2)
      expect(readIban(swapped)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '\u200eDE89370400440532013000',
  'IBAN: DE89 3704 0044 0532 0130 00',
  'Kontonummer (IBAN) DE89-3704-0044-0532-0130-00',
  'IBANDE89370400440532013000',
  'ＤＥ８９３７０４００４４０５３２０１３０００',
  '„DE89\u00a03704\u202f0044\u20110532\u200b013000“',
  'DЕ89370400440532013000',
])('%j is one as well: mails and letters are pasted', (typed) => {
  expect(readIban(typed)).toBe('DE89370400440532013000')
})

test('a BIC has 8 or 11 signs', () => {
  expect(readBic('cobadeff xxx')).toBe('COBADEFFXXX')
  expect(readBic('COBADEFF')).toBe('COBADEFF')
  expect(readBic('BIC/SWIFT: СОBADEFF\u200b')).toBe('COBADEFF')
  expect(readBic('COBADEFFX')).toBeUndefined()
  expect(readBic('C0BADEFF')).toBeUndefined()
})
