import { describe, expect, test } from 'vitest'
import { element } from '../../../tests/support/typed-elements.ts'
import { changesBetween } from './changes.ts'
import { typeOf } from './task/types.ts'
import { contentSchema, type UnitContent, usualSettings } from './unit.ts'

const row = typeOf('short_text')
const data = row?.schema.parse(row.fromTyped({ answers: 'Nil' }))
const task = (id: string) => ({ ...element('short_text', data), id, prompt: id })
const unit = (pages: string[][]): UnitContent =>
  contentSchema.parse({
    title: 'Zahlen',
    pages: pages.map((ids, at) => ({ id: `p${at}`, title: '', elements: ids.map(task) })),
  })
const base = unit([['a', 'b', 'c'], ['d']])
const nothing = { added: [], removed: [], changed: [], pages: [], settings: [], isReordered: false }
const between = (after: UnitContent) => changesBetween(base, after, ({ id }) => id)
const withPage = (at: number, change: object) =>
  contentSchema.parse({
    ...base,
    pages: base.pages.map((page, n) => (n === at ? { ...page, ...change } : page)),
  })

describe('two versions differ', () => {
  test('by what was added, taken out and changed', () => {
    const after = unit([['a', 'c', 'e'], ['d']])
    const changed = after.pages[1]?.elements[0]
    if (changed) changed.points = 7
    expect(between(after)).toEqual({ ...nothing, added: ['e'], removed: ['b'], changed: ['d'] })
    expect(between(base)).toEqual(nothing)
  })

  test.each([
    ['pageTitle', { title: 'Neu' }],
    ['layout', { layout: 'slide' }],
    ['afterElement', { condition: { afterElementId: 'a', minScaled: 0.5 } }],
  ] as const)('by the %s of a page', (field, change) => {
    const title = 'title' in change ? change.title : ''
    expect(between(withPage(1, change))).toEqual({
      ...nothing,
      pages: [{ number: 2, title, fields: [field] }],
    })
  })

  test('by a new page that waits', () => {
    const extra = {
      id: 'p9',
      title: '',
      elements: [task('e')],
      condition: { afterElementId: 'a', minScaled: 1 },
    }
    const after = contentSchema.parse({ ...base, pages: [...base.pages, extra] })
    expect(between(after)).toMatchObject({ added: ['e'], pages: [{ number: 3, fields: ['afterElement'] }] })
  })

  const other = {
    ...{ shufflesElements: true, shufflesPages: true, showSolution: 'never', passPercent: 80, attempts: 2 },
    ...{ modes: ['self'], extraTime: 150 },
  }
  test.each(Object.keys(usualSettings))('by the setting %s', (name) => {
    const settings = { ...base.settings, [name]: other[name as keyof typeof other] }
    expect(between(contentSchema.parse({ ...base, settings }))).toEqual({ ...nothing, settings: [name] })
  })

  test('by their title, and by the order of what both have', () => {
    expect(between({ ...base, title: 'Zählen', description: 'kurz' }).settings).toEqual([
      'title',
      'description',
    ])
    expect(between(unit([['b', 'a', 'c'], ['d']]))).toEqual({ ...nothing, isReordered: true })
    expect(
      between(
        unit([
          ['a', 'b'],
          ['c', 'd'],
        ]),
      ),
    ).toEqual({ ...nothing, isReordered: true })
  })
})
