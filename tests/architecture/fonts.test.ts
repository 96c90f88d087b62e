import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const folder = join(root, 'src/kit/fonts')
const sums = JSON.parse(readFileSync(join(folder, 'cuts.json'), 'utf8')) as {
  script: string
  sources: Record<string, string>
  cuts: Record<string, string>
}

// That the script gives these bytes is shown by `python3 src/kit/fonts/cut.py --check`, which needs fontTools.
test('fonts are those the script cut from the fonts that are installed', () => {
  const { script, sources, cuts } = sums
  expect({ script, sources, cuts }).toEqual({
    script: sumOf(join(folder, 'cut.py')),
    sources: sumsOf(Object.keys(sources).map((name) => join(root, packageOf(name), 'files', name))),
    cuts: sumsOf(globSync(join(folder, '*.woff2'))),
  })
})

function packageOf(name: string): string {
  return `node_modules/@fontsource-variable/${name.split('-')[0]}`
}

function sumsOf(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [basename(path), sumOf(path)]))
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
