import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leanModule, leanPackages, withoutComments } from './without-comments.ts'

test('comments go, texts and patterns that look like them stay, and so do lines', () => {
  const source = [
    '/** What it is.',
    ' * More. */',
    "export const a = 'https://a.b/*c*/' // why",
    'export const b = `// /* one */`',
    'export const c = /\\/\\*/',
    'export function d() { return/* x */1 }',
  ].join('\n')
  const plain = withoutComments(source) ?? ''
  expect(plain.split('\n').map((line) => line.trim())).toEqual([
    '',
    '',
    "export const a = 'https://a.b/*c*/'",
    'export const b = `// /* one */`',
    'export const c = /\\/\\*/',
    'export function d() { return 1 }',
  ])
})

test('what is no module is left alone, and a dash makes no letter two bytes', () => {
  expect(withoutComments('export const = // c')).toBeUndefined()
  expect(leanModule("export const a = '–' // –")?.trim()).toBe("export const a = '\\u2013'")
})

test('of a package its modules are written, wherever it lies', () => {
  const project = mkdtempSync(join(tmpdir(), 'lean-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'node_modules/a/b'), { recursive: true })
  writeFileSync(join(project, 'node_modules/a/b/c.js'), 'export default 1 // one')
  leanPackages(join(project, 'dist'), ['a'], project)
  expect(readFileSync(join(project, 'dist/node_modules/a/b/c.js'), 'utf8').trim()).toBe('export default 1')
})
