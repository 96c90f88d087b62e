import { expect, test } from 'vitest'
import { supplyTax } from './supply-tax.ts'

test.each([
  ['a private author at home', 'DE', false, undefined, 'not-taxed'],
  ['a small business at home', 'DE', true, undefined, 'not-taxed'],
  ['a business at home', 'DE', true, 'DE', 'taxed'],
  ['a business in another member state', 'AT', true, 'AT', 'reverse-charged'],
  ['a business there whose number nobody confirmed', 'AT', true, undefined, 'not-taxed'],
  ['a private author in another member state', 'GR', false, undefined, 'not-taxed'],
  ['a business outside the union', 'CH', true, undefined, 'reverse-charged'],
  ['a private author outside the union', 'GB', false, undefined, 'not-taxed'],
  // A branch that is registered with us supplies from here.
  ['a business abroad with a number of our country', 'CH', true, 'DE', 'taxed'],
] as const)('%s', (_who, country, isBusiness, verifiedIn, expected) => {
  expect(supplyTax({ country, isBusiness, verifiedIn }, 'DE')).toBe(expected)
})
