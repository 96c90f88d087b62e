import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stripSources, withoutTypes } from './strip-sources.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strip-')))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines and columns stay those of the source', () => {
  const source = 'interface A {\n  b: string\n}\nexport const a = (b: A): string => b.b\n'
  const plain = withoutTypes(source)
  expect(plain).toHaveLength(source.length)
  expect(plain.split('\n')[3]?.indexOf('=> b.b')).toBe(source.split('\n')[3]?.indexOf('=> b.b'))
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
