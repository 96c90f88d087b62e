import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { elementTypes } from '#exercises/model/task/types.ts'
import { root } from './sources.ts'

const folders = readdirSync(join(root, 'src/exercises/types'))
const typeOf = (folder: string) => folder.replaceAll('-', '_')
const types = folders.map(typeOf)

// What is in no list is not offered to anybody, and nothing else would say so.
test('every folder of a type stands in type-list.ts', () => {
  expect(elementTypes.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
})

test('each type has a place of its own among those that are offered', () => {
  expect(new Set(elementTypes.map(({ place }) => place)).size).toBe(elementTypes.length)
})

test('what shows or plays a type stands in a folder of its name', () => {
  const found = globSync('src/exercises/types/*/player/{Player.tsx,game.ts}', { cwd: root })
  expect(found.length).toBeGreaterThan(20)
  expect(
    found.map((path) => typeOf(path.split('/')[3] ?? '')).filter((type) => !types.includes(type)),
  ).toEqual([])
})
