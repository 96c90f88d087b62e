import { expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'

test.each([
  ['DE123456789', 'DE123456789'],
  ['de 123 456 789', 'DE123456789'],
  ['ATU12345678', 'ATU12345678'],
  ['EL 123456789', 'EL123456789'],
  ['ESX1234567A', 'ESX1234567A'],
  ['FRXX123456789', 'FRXX123456789'],
  ['CHE-123.456.789 MWST', 'CHE123456789'],
  ['IT12345678901', 'IT12345678901'],
])('%s', (typed, read) => {
  expect(readVatId(typed)).toBe(read)
})

test.each(['', 'DE12345678', 'DE1234567890', 'GR123456789', 'US123456789', '123456789', 'DE12345678ü'])(
  '%j is none',
  (typed) => {
    expect(readVatId(typed)).toBeUndefined()
  },
)
