import { expect, test } from 'vitest'
import { liveWorldCodes } from '../contract/world.ts'
import { curriculaOf, namedCurricula } from './curricula.ts'

test('every world has programmes; each has a name and an id of its own', () => {
  for (const world of liveWorldCodes) {
    const all = curriculaOf(world)
    expect(all.length, world).toBeGreaterThan(5)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const numbers = all.map(({ number }) => number)
    expect([new Set(numbers).size, numbers.every((number) => number > 0 && number < 1000)]).toEqual([
      all.length,
      true,
    ])
    expect(new Set(all.map(({ framework, name }) => `${framework} ${name}`)).size).toBe(all.length)
    expect(all.every(({ id, name }) => /^[a-z0-9-]{2,60}$/.test(id) && name.trim() === name)).toBe(true)
  }
  // Sixteen states; two of them have one programme together.
  expect(new Set(curriculaOf('de').map(({ framework }) => framework)).size).toBe(15)
})

test('what was chosen is named in the catalogue’s order, and only what there is', () => {
  const ids = namedCurricula('de', ['by-lehrplanplus', 'nothing', 'bw-bildungsplan']).map(({ id }) => id)
  expect(ids).toEqual(['bw-bildungsplan', 'by-lehrplanplus'])
  expect(namedCurricula('fr', ids)).toEqual([])
})
