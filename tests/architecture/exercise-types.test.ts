import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { elementTypes } from '#shared/interactive/types.ts'
import { root } from './sources.ts'

const typeOf = (path: string) => basename(dirname(path)).replaceAll('-', '_')

// What is in no list is not offered to anybody, and nothing else would say so.
test('each type of task has a folder of its own, and each folder is in the list', () => {
  const folders = globSync('src/shared/interactive/types/*/', { cwd: root })
  expect(folders.map((folder) => basename(folder).replaceAll('-', '_')).sort()).toEqual(
    elementTypes.map(({ type }) => type).sort(),
  )
})

test('each player of a type is fetched for it alone', () => {
  const players = globSync('src/ui/interactive/*/Player.tsx', { cwd: root })
  const list = readFileSync(join(root, 'src/ui/interactive/player/type-players.ts'), 'utf8')
  expect(players.length).toBeGreaterThan(10)
  for (const path of players)
    expect(list).toContain(`${typeOf(path)}: () => import('../${basename(dirname(path))}/Player.tsx')`)
  expect(list.match(/import\('\.\.\//g)).toHaveLength(players.length)
})

// A type that knew another one could not be taken away, or be fetched alone.
test('only lists and what is shared name a type outside of its folder', () => {
  const players = globSync('src/ui/interactive/*/Player.tsx', { cwd: root })
  for (const path of players) {
    const others = [...readFileSync(join(root, path), 'utf8').matchAll(/from '\.\.\/([a-z-]+)\//g)].map(
      ([, folder]) => folder,
    )
    const own = new Set(['player', 'widgets', 'editor'])
    expect([path, others.filter((folder) => folder && !own.has(folder))]).toEqual([path, []])
  }
})
