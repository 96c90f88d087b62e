import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapIds, readGaps } from './gap-markup.ts'

test.each(['{{g1}}', '{{{g1}}', '{{{{g1}}}}', '{ {{g1}}', '{{g1}} {{{g2}}'])(
  'braces somebody types are no gap: %s',
  (typed) => {
    expect(gapIds(readGaps(`${typed} *a*`).html)).toEqual(['g1'])
  },
)

test('a text has as many gaps as stand between asterisks, whatever braces are in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'g', '1', ' ') }), (typed) => {
      expect(gapIds(readGaps(`${typed} *a* ${typed}`).html)).toEqual(['g1'])
    }),
  )
})
