import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A process that answers before it listens to its signals dies of SIGTERM with all its visitors. How long that gap lasts
 * depends on the machine, so the order itself is looked at.
 */
test('the process listens to its signals before it serves anybody, and drains before it closes', () => {
  const main = readFileSync('src/platform/start/main.ts', 'utf8')
  const places = [
    'const steps = [close]',
    'process.once(signal',
    'await openServer(',
    'steps.unshift(drain)',
    'await runJobs(',
  ].map((part) => main.indexOf(part))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a worker runs as the web process does: what was built, within the same memory', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.start).toContain('dist/server/main.mjs')
  expect(scripts.worker).toBe(scripts.start.replace('main.mjs', 'worker.mjs'))
})
