import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Nodes } from 'mdast'
import { describe, expect, test } from 'vitest'
import { checkText } from '#shop/content/editorial/server/editions/checks.ts'
import { contentHref } from '../../src/platform/routing/articles.ts'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'
import { wordsOf } from '../../src/platform/rules/markdown/tree.ts'
import { articleKinds, helpCategories, textKinds } from '../../src/shop/content/editorial/rules/contract.ts'
import { articleHtml, readArticleText } from '../../src/shop/content/editorial/server/article-text.ts'
import { readArticles } from '../../src/shop/content/editorial/server/articles.ts'
import { headingsOf, linksOf } from './article-parts.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'src/shop/content/editorial/texts')
const articles = readArticles(undefined, { folder })
const worlds = liveWorlds().map(({ world }) => world)
const files = globSync('*/*/*.md', { cwd: folder })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

/** `help/de/find.md` without its world. */
const nameOf = (path: string) => path.replace(/\/[a-z]{2}\//, '/')
const words = (text: string) => text.split(/\s+/).filter(Boolean).length
const textOf = (path: string) => readArticleText(readFileSync(join(folder, path), 'utf8'))

describe.each(worlds)('texts of %s', (world) => {
  const own = files.filter((path) => path.split('/')[1] === world)

  test('has every text the others have', () => {
    expect(own.map(nameOf)).toEqual([...new Set(files.map(nameOf))].sort())
  })

  test('the same text has the same fields, and the same id, dates, place and category, everywhere', () => {
    const shared = ['id', 'date', 'updated', 'order', 'category', 'startsAt', 'endsAt']
    for (const path of own) {
      const { head } = textOf(path)
      const reference = textOf(path.replace(`/${world}/`, '/de/')).head
      expect([path, Object.keys(head)]).toEqual([path, Object.keys(reference)])
      if (path.startsWith('info/')) continue
      for (const name of shared) expect([path, name, head[name]]).toEqual([path, name, reference[name]])
      // A recording speaks the language of its world.
      const spoken =
        typeof reference.audio === 'string' ? reference.audio.replace('/de/', `/${world}/`) : undefined
      expect([path, head.audio]).toEqual([path, spoken])
    }
  })

  test.each(articleKinds)('%s: ids and slugs are given once, nothing is dated in the future', (kind) => {
    const list = articles.list(kind, world)
    expect(list.length).toBeGreaterThan(0)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    expect(new Set(list.map(({ slug }) => slug)).size).toBe(list.length)
    for (const { key, date, updated, startsAt, endsAt, audio } of list) {
      expect([key, date <= updated, updated <= new Date()]).toEqual([key, true, true])
      if (startsAt && endsAt) expect(startsAt < endsAt).toBe(true)
      if (audio !== undefined) expect([key, existsSync(join(root, 'public', audio))]).toEqual([key, true])
    }
  })

  test('every text passes what an editor has to pass: fields, addresses, links, anchors', () => {
    for (const kind of textKinds)
      for (const key of articles.keys(kind)) {
        const name = { kind, key, world }
        const wrong = checkText(articles, name, articles.shipped(name) ?? '').filter(
          ({ isInTheWay }) => isInTheWay,
        )
        expect([kind, key, wrong]).toEqual([kind, key, []])
      }
  })

  test('there is enough to read', () => {
    const help = articles.list('help', world)
    expect(help.length).toBeGreaterThanOrEqual(10)
    expect(new Set(help.map(({ category }) => category))).toEqual(new Set(helpCategories))
    for (const { key, text } of articles.list('magazine', world)) {
      expect([key, words(text) >= 280 && words(text) <= 500]).toEqual([key, true])
    }
    expect(articles.entries('faq', world).length).toBeGreaterThanOrEqual(12)
    expect(articles.list('podcast', world).length).toBeGreaterThanOrEqual(2)
  })

  test('no heading is the first, none is left out, and no text is another world’s', () => {
    for (const path of own) {
      const { tree } = textOf(path)
      const levels = headingsOf(tree).map(({ depth }) => depth)
      expect([path, levels.includes(1)]).toEqual([path, false])
      expect([path, levels[0] ?? 2]).toEqual([path, 2])
      const same = worlds.filter(
        (other) =>
          other !== world && wordsOf(textOf(path.replace(`/${world}/`, `/${other}/`)).tree) === wordsOf(tree),
      )
      expect([path, same]).toEqual([path, []])
    }
  })

  test('every link leads somewhere, and no address of ours is written by hand', () => {
    for (const path of own) {
      for (const written of linksOf(textOf(path).tree)) {
        // The parser makes links of bare e-mail addresses.
        if (written.startsWith('mailto:')) continue
        const href = decodeURI(written)
        const target = contentHref(href, world, (kind, id) => articles.byId(kind, world, id))
        const isOurs = target.startsWith(`/${world}`) || /^\/api\/(docs|openapi\.json)$/.test(target)
        expect([path, href, isOurs]).toEqual([path, href, true])
        if (href.startsWith('/')) expect([path, href]).toEqual([path, expect.stringMatching(/^\/api\//)])
        const [, kind, id] = /^article:([a-z-]+)\/(\d+)/.exec(href) ?? []
        // A campaign ends, and then its address answers 410; a navigation leaves it out.
        if (kind !== undefined && !path.startsWith('navigation/'))
          expect([path, kind, id]).not.toEqual([path, 'campaign', id])
      }
    }
  })

  test('anchors of the terms exist', () => {
    const anchors = headingsOf(textOf(`info/${world}/terms.md`).tree).map(({ id }) => id)
    for (const path of own) {
      for (const href of linksOf(textOf(path).tree).filter((each) => each.startsWith('route:terms#')))
        expect([path, anchors]).toEqual([path, expect.arrayContaining([href.slice('route:terms#'.length)])])
    }
  })
})

test('no text holds HTML', () => {
  for (const path of files) {
    const types = new Set<string>()
    const look = (node: Nodes) => {
      types.add(node.type)
      if ('children' in node) node.children.forEach(look)
    }
    look(textOf(path).tree)
    expect([path, types.has('html')]).toEqual([path, false])
  }
})

test('a link to nothing is an error, other addresses stay', () => {
  const none = () => undefined
  expect(() => contentHref('route:nowhere', 'de', none)).toThrow(RangeError)
  expect(() => contentHref('route:help-article', 'de', none)).toThrow(RangeError)
  expect(() => contentHref('article:help/999', 'de', none)).toThrow(RangeError)
  expect(() => contentHref('article:nothing/1', 'de', none)).toThrow(RangeError)
  expect(contentHref('https://example.org/?a=1', 'de', none)).toBe('https://example.org/?a=1')
  expect(contentHref('route:search?price=free&query=a+b', 'it', none)).toBe(
    '/it/risultati-della-ricerca?price=free&query=a+b',
  )
  const text = readArticleText('[x](route:search?query=ä&price=free) <b onclick="alert(1)">y</b>')
  expect(articleHtml(text, { hrefOf: (href) => contentHref(href, 'de', none) })).toBe(
    '<p><a href="/de/suchergebnisse?price=free&amp;query=%C3%A4">x</a> y</p>',
  )
})
