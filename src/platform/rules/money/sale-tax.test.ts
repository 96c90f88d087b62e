import { describe, expect, test } from 'vitest'
import { ownVatIdIn, saleTreatment } from './sale-tax.ts'

const nowhere = { vatIds: {}, withoutTax: [] }
const registered = { vatIds: { GB: 'GB100000034', CH: 'CHE123456788' }, withoutTax: ['NO'] }

describe('what becomes of the tax', () => {
  test.each([
    ['at home', 'DE', null, undefined, nowhere, 'taxed'],
    ['a business at home', 'DE', null, 'DE', nowhere, 'taxed'],
    ['in another member state', 'FR', '75001', undefined, nowhere, 'taxed'],
    ['a business there', 'FR', '75001', 'FR', nowhere, 'reverse-charged'],
    ['a business with the number of a third state', 'FR', '75001', 'AT', nowhere, 'taxed'],
    ['the Canaries', 'ES', '35001', undefined, nowhere, 'not-taxed'],
    ['Helgoland, at home', 'DE', '27498', undefined, nowhere, 'not-taxed'],
    ['Great Britain without a number', 'GB', null, undefined, nowhere, 'not-sold'],
    ['a business there', 'GB', null, 'GB', nowhere, 'reverse-charged'],
    ['Great Britain with a number', 'GB', null, undefined, registered, 'taxed'],
    ['a business there, too', 'GB', null, 'GB', registered, 'reverse-charged'],
    ['Liechtenstein with the Swiss number', 'LI', null, undefined, registered, 'taxed'],
    ['Norway, sold to all the same', 'NO', null, undefined, registered, 'not-taxed'],
    ['Jersey', 'GB', 'JE2 3AB', undefined, nowhere, 'not-taxed'],
  ] as const)('%s', (_where, country, postcode, businessIn, registrations, expected) => {
    expect(
      saleTreatment({ sellerCountry: 'DE', buyer: { country, postcode, businessIn }, registrations }),
    ).toBe(expected)
  })

  test('the number of the country whose tax is charged stands on the invoice', () => {
    expect(['GB', 'LI', 'NO', 'FR'].map((country) => ownVatIdIn(country, registered))).toEqual([
      'GB100000034',
      'CHE123456788',
      undefined,
      undefined,
    ])
  })
})
