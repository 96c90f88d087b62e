import { expect, test } from 'vitest'
import type { Element, Page, UnitContent } from '#exercises/model/unit.ts'
import { emptyUnit } from './editing.ts'
import { withMove } from './moving.ts'

const page = (id: string, ...elements: string[]): Page => ({
  ...{ id, title: '', layout: 'stack' },
  elements: elements.map((each) => ({ id: each }) as Element),
})
const unit: UnitContent = { ...emptyUnit('x'), pages: [page('p', 'a', 'b'), page('q'), page('r', 'c')] }
const shown = ({ pages }: UnitContent) =>
  pages.map(({ id, elements }) => `${id}${elements.map((it) => it.id).join('')}`)

test.each([
  [{ step: 'down', element: 'a' }, ['pba', 'q', 'rc']],
  [{ step: 'down', element: 'b' }, ['pa', 'qb', 'rc']],
  [{ step: 'up', element: 'c' }, ['pab', 'qc', 'r']],
  [{ step: 'up', element: 'a' }, ['pab', 'q', 'rc']],
  [{ step: 'down', element: 'c' }, ['pab', 'q', 'rc']],
  [{ step: 'up', element: 'nobody' }, ['pab', 'q', 'rc']],
  [{ step: 'remove', element: 'c' }, ['pab', 'q']],
  [{ step: 'pageUp', page: 'r' }, ['pab', 'rc', 'q']],
  [{ step: 'pageDown', page: 'r' }, ['pab', 'q', 'rc']],
  [{ step: 'pageUp', page: 'nowhere' }, ['pab', 'q', 'rc']],
  [{ step: 'removePage', page: 'p' }, ['q', 'rc']],
] as const)('%o', (move, expected) => {
  expect(shown(withMove(unit, move))).toEqual(expected)
})

test('the last page and the first one that lost its tasks stay', () => {
  const single = { ...unit, pages: [page('p', 'a')] }
  expect(shown(withMove(single, { step: 'removePage', page: 'p' }))).toEqual(['pa'])
  expect(shown(withMove(single, { step: 'remove', element: 'a' }))).toEqual(['p'])
})
