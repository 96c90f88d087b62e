import { expect, test } from 'vitest'
import { isContradicted } from './tax-evidence.ts'

test.each([
  ['the word alone', 'AT', null, null, false],
  ['address and card agree', 'AT', null, 'AT', false],
  ['address and connection agree, on a journey', 'AT', 'FR', 'AT', false],
  ['a foreign card at home', 'AT', 'AT', 'FR', false],
  ['the card says otherwise', 'AT', null, 'FR', true],
  ['the connection says otherwise', 'AT', 'FR', null, true],
  ['both do, the same', 'AT', 'FR', 'FR', true],
  ['both do, each its own', 'AT', 'FR', 'DE', true],
  ['a card of Monaco', 'FR', null, 'MC', false],
  ['a connection from Jersey', 'GB', 'JE', null, false],
])('%s', (_what, billing, ip, bank, expected) => {
  expect(isContradicted({ billing, ip, bank })).toBe(expected)
})
