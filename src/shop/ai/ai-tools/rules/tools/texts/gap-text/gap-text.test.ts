import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { gapsIn, withGaps } from './gaps.ts'

const word = fc.string({
  unit: fc.constantFrom('a', 'e', 'n', 'r', 'ß', 'é', 'ω', '’'),
  minLength: 1,
  maxLength: 12,
})
const prose = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '. ', ', ', '\n\n', '! ')), {
    minLength: 1,
    maxLength: 120,
  })
  .map((parts) => parts.map(([letters, sign]) => letters + sign).join(''))

test('gaps are what stood there, in order, apart, and as many as wanted at most', () => {
  fc.assert(
    fc.property(
      prose,
      fc.constantFrom('keywords' as const, 'nth' as const, 'halves' as const),
      fc.integer({ min: 3, max: 40 }),
      fc.constantFrom(...liveWorldCodes),
      (text, kind, count, language) => {
        const gaps = gapsIn(text, { kind, count, language })
        expect(gaps.length).toBeLessThanOrEqual(count)
        let filled = ''
        let end = 0
        for (const { at, answer } of gaps) {
          expect(at).toBeGreaterThanOrEqual(end)
          expect(answer.length).toBeGreaterThan(0)
          expect(text.slice(at, at + answer.length)).toBe(answer)
          filled += text.slice(end, at) + answer
          end = at + answer.length
        }
        expect(filled + text.slice(end)).toBe(text)
        expect(withGaps(text, gaps).match(/_{3,}/g)?.length ?? 0).toBe(gaps.length)
      },
    ),
    { numRuns: 500 },
  )
})

test('what a text is about is left out, not its small words', () => {
  const text =
    'Die Biene lebt in einem Staat. Jede Biene hat dort eine Aufgabe. Die Königin legt die Eier, und die Arbeiterinnen sammeln Nektar und Pollen. Aus dem Nektar entsteht im Bienenstock der Honig.'
  const answers = gapsIn(text, { kind: 'keywords', count: 5, language: 'de' }).map(({ answer }) => answer)
  expect(answers).toHaveLength(5)
  expect(answers).toContain('Nektar')
  expect(answers.every((answer) => /^\p{Lu}/u.test(answer))).toBe(true)
})
