import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '../../src/platform/routing/routes.ts'
import { frontmatterOf, readSources, root } from './sources.ts'

const pages = globSync('src/pages/**/*.{astro,md,ts,tsx,js}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

/** Pages without an address of their own: what is shown when something is wrong. */
const problemPages = ['src/pages/404.astro', 'src/pages/500.astro']

const maxFrontmatterLines = 25

describe('every route has its page', () => {
  test.each(routes.map(({ name, page }) => [name, page] as const))('%s', (_name, page) => {
    const files = [`src/pages/${page}.astro`, `src/pages/${page}/index.astro`]
    expect(files.filter((file) => existsSync(join(root, file)))).toHaveLength(1)
  })
})

describe('every page has its route and stays a shell', () => {
  test('there are pages', () => expect(pages.length).toBeGreaterThan(routes.length / 2))

  const known = new Set(
    routes.flatMap(({ page }) => [`src/pages/${page}.astro`, `src/pages/${page}/index.astro`]),
  )

  test.each(pages)('%s', (path) => {
    if (!problemPages.includes(path)) expect(known.has(path)).toBe(true)
    const text = readFileSync(join(root, path), 'utf8')
    const code = frontmatterOf(text)
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(
      maxFrontmatterLines,
    )
    const script = code.replaceAll(/^import .*$/gm, '')
    expect(
      /\bfetch\(|\bsql`|\.selectFrom\(|\.query\(|\bIntl\.|\.toLocale|Astro\.cookies|Astro\.url/.exec(
        script,
      )?.[0],
    ).toBeUndefined()
  })
})

test('no test lives among the pages: Astro would serve it', () => {
  expect(pages.filter((path) => /\.(test|spec)\./.test(path))).toEqual([])
})

describe('links are made from the route table', () => {
  const words = routes
    .flatMap(({ words }) => Object.values(words))
    .filter((word) => word !== '' && !word.includes('{'))
  const written = new RegExp(`["'\`]/(de|es|fr|gr|it|en)/(${[...new Set(words)].join('|')})["'\`?#/]`)
  const sources = readSources().filter(({ path }) => !path.startsWith('src/platform/routing/'))

  test('no localized address is written by hand', () => {
    expect(sources.filter(({ text }) => written.test(text)).map(({ path }) => path)).toEqual([])
  })
})
