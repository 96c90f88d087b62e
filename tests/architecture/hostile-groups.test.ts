import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Groups of hostile input (quality.md D2) that the product answers for; each is tried, and a test's title says where. */
const groups = [
  ...Array.from({ length: 32 }, (_, index) => 20 + index),
  ...Array.from({ length: 10 }, (_, index) => 52 + index),
  ...Array.from({ length: 13 }, (_, index) => 62 + index),
  ...[80, 83, 85, 86, 89, 90, 91, 92, 93, 94, 95],
]

const named = new Set(
  globSync(['tests/api/*.test.ts', 'src/**/*.test.ts'], { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(/['"`](?:pain \d+: )?D2 ([\d, ]+)(?:: |': \[)/g),
    ].flatMap(([, numbers = '']) => numbers.split(', ').map(Number)),
  ),
)

test.each(groups)('D2 %i has a test of its number', (group) => {
  expect(named).toContain(group)
})
