import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundled, bundlePackages } from './bundle-packages.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bundles-')))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

test('a package is imported by its listed names alone: by another it would be there twice', () => {
  const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  const ofBundled = new Set(bundled.map(packageOf))
  const names = globSync('src/{server,shared,i18n,routing}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^'"]*? from '([^.#'][^']*)'/gm)].map(
      ([, name = '']) => name,
    ),
  )
  const unlisted = names.filter(
    (name) => ofBundled.has(packageOf(name)) && !bundled.some((one) => one === name),
  )
  expect(unlisted).toEqual([])
})

test('two packages share one copy of a third, errors keep their names, and who is not listed is read as it is', async () => {
  const manifest = (name: string) =>
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, type: 'module', exports: './index.js' }),
    )
  for (const name of ['first', 'second', 'third', 'other']) manifest(name)
  write('package.json', '{"type":"module"}')
  write(
    'node_modules/third/index.js',
    'export class Trouble extends Error {}; export const made = new Trouble("–")',
  )
  write('node_modules/first/index.js', 'export { made, Trouble } from "third"')
  write(
    'node_modules/second/index.js',
    'import { made } from "third"; export const same = (one) => one === made',
  )
  write('node_modules/other/index.js', 'export const at = import.meta.url')
  write(
    'start.mjs',
    `import { at } from 'other'
     import { made, Trouble } from 'first'
     import { same } from 'second'
     console.log(same(made), Trouble.name, made.message, at.endsWith('node_modules/other/index.js'))`,
  )
  mkdirSync(join(folder, 'src/server'), { recursive: true })
  cpSync('src/server/built-sources.mjs', join(folder, 'src/server/built-sources.mjs'))
  const run = () =>
    String(
      spawnSync(process.execPath, ['--import', './src/server/built-sources.mjs', 'start.mjs'], {
        cwd: folder,
      }).stdout,
    )
  const plain = run()
  await bundlePackages(['first', 'second'], join(folder, 'dist/packages'), folder)
  rmSync(join(folder, 'node_modules/third'), { recursive: true })
  expect(run()).toBe(plain)
  expect(plain).toBe('true Trouble – true\n')
})
