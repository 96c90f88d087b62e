import { expect, test } from 'vitest'
import { worldOf, worlds } from '#platform/routing/worlds.ts'
import { documentsOf } from './legal-worlds.ts'

const of = (code: string) => {
  const world = worldOf(code)
  return world && documentsOf(world)
}

test('every world has documents: its own, those of its language, else the English ones, which is said', () => {
  expect(worlds.length).toBeGreaterThanOrEqual(28)
  for (const live of ['de', 'es', 'fr', 'gr', 'it', 'en'])
    expect(of(live)).toEqual({ world: live, isOwnLanguage: true })
  expect([of('at'), of('ch')]).toEqual([
    { world: 'de', isOwnLanguage: true },
    { world: 'de', isOwnLanguage: true },
  ])
  for (const other of ['bg', 'pt', 'kr', 'se', 'id'])
    expect(of(other)).toEqual({ world: 'en', isOwnLanguage: false })
})
