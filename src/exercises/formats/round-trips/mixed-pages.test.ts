import fc from 'fast-check'
import { expect, test } from 'vitest'
import { introCount, type PageLayout, tasksWithLeads } from '#exercises/model/pages/pages.ts'
import { arrangedPages } from '#exercises/model/pages/shown-pages.ts'
import type { Element } from '#exercises/model/unit.ts'
import { seeded } from '#platform/rules/random.ts'

/* A page that is mixed: what is read or looked at stays with its tasks. */

const element = (id: string, type: string) => ({ id, type }) as Element
const mixed = (kinds: string, layout: PageLayout, seed: string) => {
  const elements = [...kinds].map((kind, at) => element(`${kind}${at}`, kind === 'i' ? 'info' : 'choice'))
  const [page] = arrangedPages(
    [{ id: 'p1', title: '', layout, elements }],
    { shufflesPages: false, shufflesElements: true },
    () => seeded(seed),
  )
  return page?.elements.map(({ id }) => id) ?? []
}

test('a picture before each of several tasks goes along with its task', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const ids = mixed('itititi', 'stack', seed)
      for (const at of [0, 2, 4]) expect(ids.indexOf(`t${at + 1}`)).toBe(ids.indexOf(`i${at}`) + 1)
      // What comes after the last task ends the page.
      expect(ids.at(-1)).toBe('i6')
    }),
  )
})

test('a text a page begins with stays before all of its tasks, in two columns all that stands beside them', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(mixed('ittt', 'stack', seed)[0]).toBe('i0')
      expect(mixed('iittit', 'two_col', seed).slice(0, 2)).toEqual(['i0', 'i1'])
    }),
  )
})

test('mixing loses nothing, and mixes', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[it]{0,9}$/),
      fc.constantFrom('stack', 'two_col', 'slide'),
      (kinds, layout) => {
        const usual = [...kinds].map((kind, at) => `${kind}${at}`)
        expect(mixed(kinds, layout as PageLayout, 'x').toSorted()).toEqual(usual.toSorted())
      },
    ),
  )
  const orders = new Set(Array.from({ length: 30 }, (_, at) => mixed('ittt', 'stack', String(at)).join()))
  expect(orders.size).toBeGreaterThan(3)
})

test('groups end with their task; without one they stand by themselves', () => {
  const kinds = (all: string) => [...all].map((sign) => ({ kind: sign === 'i' ? 'content' : 'scored' }))
  expect(tasksWithLeads(kinds('iitti')).map(({ length }) => length)).toEqual([3, 1, 1])
  expect(tasksWithLeads([])).toEqual([])
  expect(['', 'i', 'tt', 'iitt', 'itit', 'tti'].map((all) => introCount(kinds(all)))).toEqual([
    0, 0, 0, 2, 0, 0,
  ])
})
