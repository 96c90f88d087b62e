import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutModule } from './compile-layout.ts'

test('layout.ts is what compile-layout.ts makes', async () => {
  expect(readFileSync(new URL('./layout.ts', import.meta.url), 'utf8')).toBe(await layoutModule())
})

test('in dark mode every ground and every letter has a dark colour of its own', () => {
  const layout = readFileSync(new URL('./layout.ts', import.meta.url), 'utf8')
  expect(layout).toContain('<meta name="color-scheme" content="light dark" />')
  const [, dark = ''] = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(layout) ?? []
  // Inline styles win over a sheet that does not insist.
  for (const rule of dark.match(/[\w-]+: #\w+[^;]*;/g) ?? []) expect(rule).toContain('!important')
  const classes = new Set([...layout.matchAll(/class="([a-z]+)"/g)].map(([, name]) => name))
  expect([...classes].filter((name) => !dark.includes(`.${name}`))).toEqual([])
  expect(classes.size).toBeGreaterThan(3)
})
