import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { elementTypes } from '#exercises/model/task/types.ts'
import { articleKinds } from '#shop/content/editorial/rules/contract.ts'

const root = join(import.meta.dirname, '../..')
const sprite = readFileSync(join(root, 'public/art.svg'), 'utf8')
const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name ?? '')

/** Help is read for an answer, not for a picture. */
const plain = 'help'

test('every article that is shown with a picture has one', () => {
  const wanted = articleKinds
    .filter((kind) => kind !== plain)
    .flatMap((kind) =>
      globSync(`src/shop/content/editorial/texts/${kind}/de/*.md`, { cwd: root }).map(
        (path) => `${kind}-${basename(path, '.md')}`,
      ),
    )
  expect(wanted.length).toBeGreaterThan(5)
  expect(wanted.filter((name) => !drawn.includes(name))).toEqual([])
})

test('every picture a page asks for is drawn, and stays small', () => {
  const asked = globSync('src/**/*.astro', { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(/<(?:Art|Intro)\b[^>]*?\b(?:name|art)="([^"]+)"/g),
    ].map(([, name]) => name ?? ''),
  )
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((name) => !drawn.includes(name))).toEqual([])
  for (const symbol of sprite.split('\n')) expect(symbol.length).toBeLessThan(4_000)
})

test('pictures take every colour from the page', () => {
  const colours = [...sprite.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour ?? '')
  expect(colours.filter((colour) => colour !== 'none' && !colour.startsWith('var(--art-'))).toEqual([])
})

test('every type of task has a picture in the gallery, in the colours of the page', () => {
  const types = readFileSync(join(root, 'public/task-types.svg'), 'utf8')
  const names = [...types.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(elementTypes.map(({ type }) => type).toSorted())
  const colours = [...types.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour ?? '')
  expect(colours.filter((colour) => colour !== 'none' && !colour.startsWith('var(--art-'))).toEqual([])
})
