import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChoice, encodeChoice } from './choice.ts'

test('any ASCII path comes back as it was', () => {
  const path = fc
    .array(fc.integer({ min: 33, max: 126 }), { minLength: 1, maxLength: 200 })
    .map((codes) => String.fromCharCode(...codes))
  fc.assert(fc.property(path, (text) => decodeChoice(encodeChoice(text)) === text))
})

test('what was never encoded is nothing', () => {
  for (const text of ['', '/de', 'a b', '=', 'x'.repeat(301), 'A']) expect(decodeChoice(text)).toBeUndefined()
})
