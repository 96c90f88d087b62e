import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actions } from '#features'
import { formTableOf } from '#platform/http/form/form-table.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('src/{shop,exercises,shells,kit,pages}/**/*.{astro,tsx}', { cwd: root })
const intents = new Set([...formTableOf(actions).values()].flatMap((rows) => [...rows.keys()]))

test.each(files.map((file) => [file]))('%s posts only what some action takes', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(/name="intent"\s+value="([^"]+)"/g)].map(([, intent = '']) => intent)
  expect(named.filter((intent) => !intents.has(intent))).toEqual([])
  // The upload API has a field of that name, and its form is the same action.
  if (!file.endsWith('MaterialForm.astro')) expect(text).not.toMatch(/<(button|input)\b[^>]*name="action"/)
})
