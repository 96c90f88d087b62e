import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

test('the service worker stays within 2 kB', () => {
  expect(statSync(join(root, 'public/sw.js')).size).toBeLessThanOrEqual(2048)
})

// Either of them keeps a page out of the back/forward cache.
test('no script waits for a page to be unloaded', () => {
  const files = globSync('src/{shop,exercises,kit,shells,platform/browser}/**/*.{ts,tsx,astro}', {
    cwd: root,
  })
  const guilty = files
    .filter((file) => !/\/server\//.test(file))
    .filter((file) =>
      /['"](?:before)?unload['"]|\bon(?:before)?unload\b/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(guilty).toEqual([])
})
