import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seeded } from '#platform/rules/random.ts'
import { noOverlay, withOverlay } from '../media/overlay.ts'
import { placeOn, scaleOf } from '../task/number-line.ts'
import { contentSchema, type UnitContent, unitSettingsSchema, usualSettings } from '../unit.ts'
import {
  fallenConditions,
  hasReached,
  leadCount,
  openPages,
  shuffledPages,
  withSoundConditions,
} from './pages.ts'
import { shownPages } from './shown-pages.ts'

const task = (id: string) => ({
  ...{ id, type: 'true_false', prompt: `<p>secret ${id}</p>`, points: 1, right: '', wrong: '', hint: '' },
  data: { statements: [{ id: 'a', text: 'x', answer: true, feedback: '' }] },
})
const waits = (afterElementId: string, minScaled = 0.6) => ({ condition: { afterElementId, minScaled } })
const unit = (pages: object[], settings?: object) => ({ title: 'Unit', pages, ...(settings && { settings }) })

describe('what a unit was before', () => {
  test('is read: pages one below the other, open, and a solution that is shown or not', () => {
    const old = unit([{ id: 'p1', title: '', elements: [task('e1')] }], {
      shufflesElements: true,
      showsSolution: false,
      passPercent: 70,
    })
    const read = contentSchema.parse(old)
    expect(read.pages[0]).toMatchObject({ layout: 'stack' })
    expect(read.pages[0]?.condition).toBeUndefined()
    expect(read.settings).toMatchObject({
      showSolution: 'never',
      shufflesPages: false,
      shufflesElements: true,
    })
    expect(read.settings).not.toHaveProperty('showsSolution')
    expect(unitSettingsSchema.parse({ showsSolution: true }).showSolution).toBe('after_attempt')
    expect(unitSettingsSchema.parse({ showsSolution: true, showSolution: 'after_close' }).showSolution).toBe(
      'after_close',
    )
    expect(usualSettings.showSolution).toBe('after_attempt')
    expect(contentSchema.parse(read)).toEqual(read)
  })
})

describe('a condition', () => {
  const pages = (condition: object) => [
    { id: 'p1', title: '', elements: [task('e1')] },
    { id: 'p2', title: '', elements: [task('e2')], ...condition },
    { id: 'p3', title: '', elements: [task('e3')] },
  ]

  test('names a scored task of an earlier page, and a share that can be reached', () => {
    const isFine = (condition: object) => contentSchema.safeParse(unit(pages(condition))).success
    expect(isFine(waits('e1'))).toBe(true)
    for (const id of ['e2', 'e3', 'gone', '__proto__', ''])
      expect([id, isFine(waits(id))]).toEqual([id, false])
    for (const share of [0, -1, 1.01, Number.NaN, Number.POSITIVE_INFINITY])
      expect([share, isFine(waits('e1', share))]).toEqual([share, false])
    const read = { ...task('i1'), type: 'info', data: { html: 'x' }, points: 0 }
    const behindText = [
      { id: 'p1', title: '', elements: [read] },
      { id: 'p2', title: '', elements: [], ...waits('i1') },
    ]
    expect(contentSchema.safeParse(unit(behindText)).success).toBe(false)
  })

  test('falls away where what it names is hidden, and only there', () => {
    const content = contentSchema.parse(unit(pages(waits('e1'))))
    const shown = (hidden: string[]) => withOverlay(content, { ...noOverlay, hidden }).pages
    expect(shown(['e3'])[1]?.condition).toEqual({ afterElementId: 'e1', minScaled: 0.6 })
    expect(shown(['e1'])[0]).toMatchObject({ id: 'p2', condition: undefined })
  })

  test('is met in whole percent, and by nothing less than everything where it asks for that', () => {
    expect(hasReached(2 / 3, 0.67)).toBe(true)
    expect(hasReached(0.664, 0.67)).toBe(false)
    expect(hasReached(0.999, 1)).toBe(false)
    expect([null, undefined].map((scaled) => hasReached(scaled, 0.01))).toEqual([false, false])
  })
})

/** Units with any conditions somebody could send, of which the sound ones stay. */
const anyUnit = fc
  .array(
    fc.record({
      size: fc.integer({ min: 0, max: 3 }),
      gate: fc.nat(14),
      min: fc.integer({ min: 1, max: 100 }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((rows) => {
    let count = 0
    return rows.map(({ size, gate, min }, at) => ({
      id: `p${at}`,
      elements: Array.from({ length: size }, () => ({ id: `e${count++}` })),
      ...(gate > 2 && { condition: { afterElementId: `e${gate - 3}`, minScaled: min / 100 } }),
    }))
  })
const isScored = () => true

test('nobody is on a page whose task they did not reach, nor behind a page that is shut to them', () => {
  fc.assert(
    fc.property(
      anyUnit,
      fc.dictionary(
        fc.constantFrom(...Array.from({ length: 15 }, (_, at) => `e${at}`)),
        fc.float({ min: 0, max: 1, noNaN: true }),
      ),
      (any, scores) => {
        const pages = withSoundConditions(any, isScored)
        expect(fallenConditions(pages, isScored)).toEqual([])
        const open = openPages(pages, (id) => scores[id])
        for (const { id, condition } of pages) {
          if (!condition) expect(open.has(id)).toBe(true)
          if (!condition || !open.has(id)) continue
          expect(hasReached(scores[condition.afterElementId], condition.minScaled)).toBe(true)
          const gate = pages.find(({ elements }) =>
            elements.some((each) => each.id === condition.afterElementId),
          )
          expect(open.has(gate?.id ?? '')).toBe(true)
        }
        // More answers never shut anything.
        expect([...open].every((id) => openPages(pages, () => 1).has(id))).toBe(true)
        expect(openPages(pages, () => 1).size).toBe(pages.length)
      },
    ),
  )
})

test('pages are mixed so that each stands behind the one it waits for, the same way for the same seed', () => {
  fc.assert(
    fc.property(anyUnit, fc.string(), (any, seed) => {
      const pages = withSoundConditions(any, isScored)
      const mixed = shuffledPages(pages, seeded(seed))
      expect(mixed.map(({ id }) => id).toSorted()).toEqual(pages.map(({ id }) => id).toSorted())
      expect(fallenConditions(mixed, isScored)).toEqual([])
      expect(shuffledPages(pages, seeded(seed))).toEqual(mixed)
    }),
  )
})

test('of a page that is shut nothing is shown but what it waits for, and the others keep their numbers', () => {
  const content: UnitContent = contentSchema.parse(
    unit([
      { id: 'p1', title: '', elements: [task('e1'), task('e2')] },
      { id: 'p2', title: 'Extra', elements: [task('e3')], ...waits('e2', 0.5) },
      { id: 'p3', title: '', elements: [task('e4')] },
    ]),
  )
  const shown = shownPages(content.pages, new Set(['p1', 'p3']))
  expect(JSON.stringify(shown)).not.toContain('secret e3')
  expect(shown.map(({ from, elements, waits: wait }) => [from, elements.length, wait])).toEqual([
    [1, 2, undefined],
    [3, 0, { elementId: 'e2', task: 2, percent: 50 }],
    [4, 1, undefined],
  ])
})

test('beside the tasks stands what a page begins with', () => {
  const kinds = (...all: string[]) => all.map((kind) => ({ kind }))
  expect(leadCount(kinds('content', 'content', 'scored', 'content'))).toBe(2)
  expect(leadCount(kinds('scored', 'scored'))).toBe(1)
  expect(leadCount(kinds('content', 'content'))).toBe(1)
  expect(leadCount([])).toBe(0)
})

test('a number line has ticks that can be told apart, all on the line, and fewer numbers than room', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.constantFrom(0.01, 0.25, 0.5, 1, 3, 10),
      (min, steps, step) => {
        const line = { min, max: Number((min + steps * step).toPrecision(12)), step }
        const { ticks, labels } = scaleOf(line)
        expect(ticks[0]).toBe(min)
        expect(ticks.length).toBeLessThanOrEqual(52)
        expect(ticks.every((tick) => tick <= line.max + 1e-6 && placeOn(line, tick) <= 100.001)).toBe(true)
        expect(new Set(ticks).size).toBe(ticks.length)
        expect(labels.every((label) => ticks.includes(label))).toBe(true)
        expect(labels.join('  ').length).toBeLessThanOrEqual(52)
      },
    ),
  )
  expect(scaleOf({ min: 0, max: 10, step: 1 })).toEqual({
    ticks: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    labels: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  })
})
