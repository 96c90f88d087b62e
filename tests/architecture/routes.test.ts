import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flatten, readMessages } from '../../src/platform/i18n/messages.ts'
import { isOfConsole } from '../../src/platform/routing/kinds.ts'
import { type Route, type RouteName, routeOf, routes } from '../../src/platform/routing/routes.ts'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'
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

/** Pages whose link is made otherwise than by their name in `url`, and how people get there. */
const linkedOtherwise: Partial<Record<RouteName, string>> = {
  'root-landing': 'the address of the site itself',
  'author-activity': 'a tab of the author page (author-tabs.ts)',
  'author-materials': 'an address of the specification: leads to the author page',
  'author-redirect': 'an address of the specification: leads to the own author page',
  'author-main': 'an address of the specification: leads to the own author page',
  'interactive-home': 'an address of the specification: leads to the exercises',
  'keyword-landing': 'hubUrl (hubs/server/address.ts)',
  'lesson-landing': 'hubUrl (hubs/server/address.ts)',
  'school-landing': 'hubUrl (hubs/server/address.ts)',
  'invoice-success': 'where the checkout on invoice ends (checkout.ts)',
  'podcast-episode': 'articlePath (routing/articles.ts)',
  'magazine-article': 'articlePath (routing/articles.ts)',
  campaign: 'the footer of the editors (texts/navigation), while it is open',
  charity: 'the footer of the editors (texts/navigation), while it is open',
}

describe('every page is linked from somewhere', () => {
  const texts = globSync('src/**/*.{ts,tsx,astro,md}', { cwd: root })
    .filter((path) => !/^src\/platform\/routing\/|^src\/demo\/|\.test\.ts$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const isLinked = ({ name, nav }: Route) =>
    nav !== undefined ||
    name in linkedOtherwise ||
    new RegExp(`\\b(?:url|localizedPath)\\(\\s*'${name}'|\\broute:${name}\\b`).test(texts)

  test('by name, or by the navigation of account and console', () => {
    expect(routes.filter((row) => !isLinked(row)).map(({ name }) => name)).toEqual([])
  })

  test('a page of account or console stands in its navigation or under a page that does', () => {
    const inAccount = routes.filter(({ page }) => {
      const file = [`src/pages/${page}.astro`, `src/pages/${page}/index.astro`].find((path) =>
        existsSync(join(root, path)),
      )
      return /<(Cabinet|Console)Layout/.test(readFileSync(join(root, file ?? ''), 'utf8'))
    })
    const lost = inAccount.filter(({ nav, under }) => !nav && !(under && routeOf(under).nav))
    expect([inAccount.length > 30, lost.map(({ name }) => name)]).toEqual([true, []])
  })

  test('the pages of those who run the platform are those of the console', () => {
    const framed = routes.filter(({ page }) => {
      const file = [`src/pages/${page}.astro`, `src/pages/${page}/index.astro`].find((path) =>
        existsSync(join(root, path)),
      )
      return /<ConsoleLayout/.test(readFileSync(join(root, file ?? ''), 'utf8'))
    })
    expect(framed.map(({ name }) => name)).toEqual(routes.filter(isOfConsole).map(({ name }) => name))
  })

  test('each link of the navigation has its symbol and its text', () => {
    const symbols = readFileSync(join(root, 'public/icons.svg'), 'utf8')
    const messages = readMessages(join(root, 'locales'))
    const wrong = routes.flatMap(({ name, nav }) => {
      if (nav === undefined) return []
      const [namespace = '', key] = nav.label.split(':')
      const texts = new Map(flatten(messages.get('de')?.[namespace] ?? {}))
      return symbols.includes(`id="${nav.icon}"`) && texts.has(key ?? '') ? [] : [name]
    })
    expect(wrong).toEqual([])
  })
})

describe('the words of addresses', () => {
  const tables = liveWorlds().map(({ world }) => ({
    world,
    words: JSON.parse(readFileSync(join(root, `locales/${world}/routes.json`), 'utf8')) as Record<
      string,
      string
    >,
  }))

  test.each(tables)('$world has those of each page, and no others', ({ words }) => {
    expect(Object.keys(words).sort()).toEqual(routes.map(({ name }) => name).sort())
  })

  test.each(tables)('$world has the parameters of the pattern, in its order', ({ words }) => {
    const params = (pattern = '') => pattern.match(/\{\w+\??\}/g) ?? []
    const wrong = routes.filter(({ name, pattern }) => `${params(words[name])}` !== `${params(pattern)}`)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
