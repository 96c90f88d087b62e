import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stripSources, withoutTypes } from './strip-sources.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strip-')))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines stay those of the source, and comments go', () => {
  const source = `interface A {
  b: string
}
/**
 * Says
 * much.
 */
export const a = (b: A): string => {
  return /* here
  */ b.b // or there
}
`
  const plain = withoutTypes(source)
  expect(plain.split('\n')).toHaveLength(source.split('\n').length)
  expect(plain.split('\n')[7]).toMatch(/^export const a = /)
  expect(plain).not.toMatch(/Says|here/)
})

test('what only looks like a comment or a margin is said as before', () => {
  const source = [
    "const url = 'https://a.example/*' // not that",
    'const text = `one // two',
    '   /* three */   \u0024{`  four /* five */ ` /* six */ + [`',
    '  seven  `] }  eight',
    "` + 'nine \\",
    "   ten' + `",
    '`',
    'const pattern = /\\/\\*[/*] /.source /* nine – 😀 */ + `–😀  ` // ten',
    'export default [url, text, pattern]',
  ].join('\n')
  const run = (code: string) => new Function(code.replace('export default', 'return'))()
  expect(run(withoutTypes(source))).toEqual(run(source))
})

test('what a text says stays, one byte a letter, raw texts as they are', () => {
  expect(withoutTypes("export const a = '–'")).toBe("export const a = '\\u2013'")
  const raw = 'export const a = String.raw`–`'
  expect(withoutTypes(raw)).toBe(raw)
})

test('Node runs what is built, and the source of what is not', () => {
  mkdirSync(join(folder, 'src/server'), { recursive: true })
  copyFileSync('src/server/built-sources.mjs', join(folder, 'src/server/built-sources.mjs'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'src/server', name), text)
  write('new.ts', "export const name: string = 'new'")
  write('old.ts', "export const name: string = 'built'")
  write(
    'start.ts',
    "import { name } from './old.ts'; import { name as other } from './new.ts'; console.log(name, other)",
  )
  const files = ['src/server/start.ts', 'src/server/old.ts']
  stripSources(files, join(folder, 'dist/sources'), folder)
  write('old.ts', "export const name: string = 'source'")
  const args = ['--import', './src/server/built-sources.mjs', 'src/server/start.ts']
  expect(String(spawnSync(process.execPath, args, { cwd: folder }).stdout)).toBe('built new\n')
})
