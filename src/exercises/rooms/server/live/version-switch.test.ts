import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsOf } from '#exercises/model/pages/pages.ts'
import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import { stepsOf } from './content.ts'
import { switchedContent } from './version-switch.ts'

const data = { answers: [{ pattern: 'x', fraction: 1 }], caseSensitive: false, acceptTypos: false }
const element = (id: string) => ({
  ...{ id, type: 'short_text', prompt: id, points: 1, right: '', wrong: '', hint: '', data },
})
const unit = (...pages: string[][]): UnitContent =>
  contentSchema.parse({
    title: 'x',
    pages: pages.map((ids, at) => ({ id: `p${at}`, title: `${at}`, elements: ids.map((id) => element(id)) })),
  })
const idsOf = (content: UnitContent | undefined) =>
  content?.pages.map(({ elements }) => elements.map(({ id }) => id).join(' '))
const none = new Set<string>()
const before = unit(['a', 'b'], ['c'], ['d'])
const after = unit(['b', 'new'], ['d', 'e'])

test('before it has begun a room takes all of the other version; without pages that turn none once it has', () => {
  for (const status of ['draft', 'open'] as const)
    expect(switchedContent({ mode: 'self', status, step: 0 }, none, { before, after })).toBe(after)
  for (const mode of ['self', 'practice', 'exam'] as const)
    expect(switchedContent({ mode, status: 'running', step: 0 }, none, { before, after })).toBeUndefined()
  expect(
    switchedContent({ mode: 'paced', status: 'closed', step: 0 }, none, { before, after }),
  ).toBeUndefined()
})

test('from the next page on it plays what is left of the other version', () => {
  const at = (mode: 'paced' | 'quiz', step: number, answered = none) =>
    idsOf(switchedContent({ mode, status: 'running', step }, answered, { before, after }))
  expect(at('paced', 0)).toEqual(['a b', 'new', 'd e'])
  expect(at('paced', 1)).toEqual(['a b', 'c', 'new', 'd e'])
  // The teacher went back: what was answered stays where it was.
  expect(at('paced', 0, new Set(['d']))).toEqual(['a b', 'c', 'd', 'new', 'e'])
  expect(at('quiz', 0)).toEqual(['a', 'b new', 'd e'])
})

test('nothing that was shown or answered moves or changes, and no task is there twice', () => {
  const ids = fc.shuffledSubarray([...'abcdefgh'], { minLength: 1 })
  const content = fc
    .tuple(ids, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 }))
    .map(([all, sizes]) => {
      const left = [...all]
      return unit(...sizes.map((size) => left.splice(0, size)).filter((page) => page.length > 0))
    })
  fc.assert(
    fc.property(
      fc.record({ before: content, after: content, step: fc.nat(7), mode: fc.constantFrom('paced', 'quiz') }),
      fc.subarray([...'abcdefgh']),
      (drawn, answered) => {
        const room = { mode: drawn.mode as 'paced' | 'quiz', status: 'paused' as const }
        const steps = stepsOf(room, drawn.before)
        const step = drawn.step % steps.length
        const result = switchedContent({ ...room, step }, new Set(answered), drawn)
        if (!result) throw new Error('refused')
        const all = elementsOf(result).map(({ id }) => id)
        expect(new Set(all).size).toBe(all.length)
        expect(new Set(result.pages.map(({ id }) => id)).size).toBe(result.pages.length)
        const now = stepsOf(room, result)
        for (const [at, { elements }] of steps.entries())
          if (at <= step || elements.some(({ id }) => answered.includes(id)))
            expect(now[at]?.elements).toEqual(elements)
      },
    ),
  )
})
