import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reachable, readSources, root, type SourceFile } from './sources.ts'

const sheets = globSync('src/**/*.css', { cwd: root }).map((path) => ({
  path,
  css: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
const layers = /@layer ([^;]+);/.exec(readFileSync(join(root, 'src/kit/styles/layers.css'), 'utf8'))?.[1]
const order = layers?.split(', ') ?? []

/** Statements outside any layer would win over all of them, in whatever order the bundler brings them. */
describe.each(sheets.filter(({ path }) => !/(layers|fonts|fonts-other)\.css$/.test(path)))(
  '$path',
  ({ css }) => {
    test('every rule lies in a layer that has its place', () => {
      // What a sheet brings in is a sheet of ours, and looked at by itself.
      const outer = css
        .replaceAll(/^@import "\.\.?\/[\w./-]+\.css";$/gm, '')
        // That of a package is put into a layer.
        .replaceAll(/^@import "[a-z][\w./-]+\.css" layer\(kit\);$/gm, '')
        .split(/\n(?=\S)/)
        .map((part) => part.trim())
        .filter((part) => part !== '' && part !== '}')
      for (const part of outer) expect(order).toContain(/^@layer (\w+) \{/.exec(part)?.[1])
    })
  },
)

/** Public pages do not carry what only the console needs: `console.css` brings it in instead of the component. */
test('no sheet in that of all pages is for the console alone', () => {
  const sources = readSources()
  const starts = sources.filter(({ path }) => /^src\/(pages|shells\/showcase)\//.test(path))
  const isFramed = ({ text }: SourceFile) => text.includes('<ConsoleLayout')
  const sheetsOf = (of: readonly SourceFile[]) =>
    [
      ...reachable(
        sources,
        of.map(({ path }) => path),
      ),
    ].filter((path) => path.endsWith('.css'))
  const elsewhere = new Set(sheetsOf(starts.filter((source) => !isFramed(source))))
  const ofConsole = starts.filter(isFramed)
  expect([ofConsole.length > 5, elsewhere.size > 50]).toEqual([true, true])
  expect(sheetsOf(ofConsole).filter((path) => !elsewhere.has(path))).toEqual([])
})

/** The order of sheets is the bundler's: two of one layer may not style the same class by itself. */
test('a class alone is styled by one sheet of a layer', () => {
  const owners = new Map<string, Set<string>>()
  for (const { path, css } of sheets) {
    const layer = /@layer (\w+) \{/.exec(css)?.[1] ?? ''
    for (const [, name = ''] of css.matchAll(/(?:^|[{};,])\s*\.([\w-]+)(?=\s*[,{])/g)) {
      const key = `${layer} .${name}`
      owners.set(key, (owners.get(key) ?? new Set()).add(path))
    }
  }
  const shared = [...owners]
    .filter(([, paths]) => paths.size > 1)
    .map(([key, paths]) => `${key}: ${[...paths].join(' ')}`)
  expect(shared).toEqual([])
})
