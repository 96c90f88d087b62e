import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quizWorths, readSettings } from '../task/typed-settings.ts'
import { type UnitContent, usualSettings } from '../unit.ts'
import { noOverlay, overlayOf, overlaySchema, withOverlay } from './overlay.ts'

const element = (id: string, prompt = id) => ({
  ...{ id, type: 'essay', prompt, points: 1, right: '', wrong: '', ...readSettings({}) },
  data: { min: 0, max: 0, keywords: [], sample: '' },
})
const unit = (pages: string[][]): UnitContent =>
  ({
    title: 'Zahlen',
    description: '',
    pages: pages.map((ids, at) => ({ id: `p${at}`, title: '', elements: ids.map((id) => element(id)) })),
    settings: usualSettings,
  }) as UnitContent
const ids = ({ pages }: UnitContent) => pages.map((page) => page.elements.map(({ id }) => id))
const base = unit([['a', 'b', 'c'], ['d']])

describe('an overlay', () => {
  test('hides, orders, values and times tasks, and leaves empty pages out', () => {
    const given = {
      hidden: ['d', 'b'],
      points: { a: 5 },
      times: { a: 40 },
      quizPoints: {},
      order: ['c', 'a'],
    }
    const shown = withOverlay(base, given)
    expect(ids(shown)).toEqual([['c', 'a']])
    expect(shown.pages[0]?.elements[1]).toMatchObject({ points: 5, timeLimit: 40 })
    expect(shown.pages[0]?.elements[0]?.timeLimit).toBe(0)
  })

  test('never changes a word, whatever it says', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'zz')
    const overlay = fc.record({
      hidden: fc.array(id),
      points: fc.dictionary(id, fc.double({ min: 0, max: 100, noNaN: true })),
      times: fc.dictionary(id, fc.integer({ min: 0, max: 3600 })),
      quizPoints: fc.dictionary(id, fc.constantFrom(...quizWorths)),
      order: fc.array(id),
    })
    fc.assert(
      fc.property(overlay, (given) => {
        const shown = withOverlay(base, given).pages.flatMap((page) => page.elements)
        const prompts = new Map(base.pages.flatMap((page) => page.elements).map((it) => [it.id, it.prompt]))
        expect(shown.every((it) => prompts.get(it.id) === it.prompt)).toBe(true)
        expect(new Set(shown.map((it) => it.id)).size).toBe(shown.length)
        // What is stored of it shows the same.
        const stored = overlaySchema.parse(overlayOf(base, given))
        expect(
          new Set(
            withOverlay(base, stored)
              .pages.flat()
              .flatMap((p) => p.elements.map((e) => e.id)),
          ),
        ).toEqual(new Set(shown.map((it) => it.id)))
      }),
    )
  })

  test('keeps nothing of what is as the author has it', () => {
    const same = {
      ...{ hidden: [], points: { a: 1, zz: 3 }, times: { a: 0, zz: 9 }, order: ['a', 'b', 'c', 'd'] },
      quizPoints: { a: 'normal' as const, zz: 'double' as const },
    }
    expect(overlayOf(base, same)).toEqual(noOverlay)
  })

  test('gives no time to what is only read, and takes one away', () => {
    const [first, second, third] = base.pages[0]?.elements ?? []
    const elements = [
      { ...first, type: 'info' },
      { ...second, timeLimit: 30 },
      { ...third, timeLimit: 30 },
    ]
    const timed = { ...base, pages: [{ ...base.pages[0], elements }] } as UnitContent
    const stored = overlayOf(timed, { ...noOverlay, times: { a: 20, b: 0, c: 30 } })
    expect(stored.times).toEqual({ b: 0 })
    expect(withOverlay(timed, stored).pages[0]?.elements.map(({ timeLimit }) => timeLimit)).toEqual([
      0, 0, 30,
    ])
    // What was stored before there were times, or points of a quiz.
    expect(overlaySchema.parse({ hidden: ['a'] })).toEqual({ ...noOverlay, hidden: ['a'] })
  })

  test('gives points of a quiz to what is scored, and none to what nobody scores', () => {
    const [first, second, third] = base.pages[0]?.elements ?? []
    const elements = [
      { ...first, type: 'choice' },
      { ...second, type: 'choice', quizPoints: 'double' },
      { ...third, type: 'info' },
    ]
    const quiz = { ...base, pages: [{ ...base.pages[0], elements }] } as UnitContent
    const asked = { a: 'none', b: 'normal', c: 'double' } as const
    const stored = overlayOf(quiz, { ...noOverlay, quizPoints: asked })
    expect(stored.quizPoints).toEqual({ a: 'none', b: 'normal' })
    const [page] = withOverlay(quiz, stored).pages
    expect(page?.elements.map((it) => it.quizPoints)).toEqual(['none', 'normal', 'normal'])
    expect(overlaySchema.safeParse({ quizPoints: { a: 'triple' } }).success).toBe(false)
  })
})
