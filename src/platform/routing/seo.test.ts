import { describe, expect, test } from 'vitest'
import { routes } from './routes.ts'
import { seo } from './seo.ts'

const siteUrl = 'https://aularium.example'
const params = {
  id: 17,
  slug: 'brueche',
  tab: 'following',
  kind: 'magazine',
  school: 'grundschule',
  document: 'terms',
  materialId: 42,
  unitId: 42,
  roomId: 42,
  courseId: 42,
  runId: 42,
  documentId: 42,
  tool: 'word-search',
  key: 'p7kq2m',
  registrationToken: 'abc',
  confirmationToken: 'abc',
  token: 'abc',
  partition: 'ratings',
  code: 'abc',
}

test('the home pages and the root name the same set, with the root for unmatched languages', () => {
  const home = seo('home', { world: 'gr', siteUrl })
  expect(home.canonical).toBe(`${siteUrl}/gr`)
  expect(home.alternates).toEqual(seo('root-landing', { world: 'en', siteUrl }).alternates)
  expect(home.alternates.map(({ hreflang }) => hreflang)).toEqual([
    'de',
    'es',
    'fr',
    'el',
    'it',
    'en',
    'x-default',
  ])
  expect(home.alternates.at(-1)?.href).toBe(`${siteUrl}/`)
})

test('other sets send unmatched languages to the English world', () => {
  expect(seo('terms', { world: 'de', siteUrl }).alternates.at(-1)).toEqual({
    hreflang: 'x-default',
    href: `${siteUrl}/en/terms`,
  })
})

test('a material lives in one world', () => {
  expect(seo('material', { world: 'fr', siteUrl, params, query: { utm_source: 'x', page: '2' } })).toEqual({
    robots: 'index,follow,max-image-preview:large',
    canonical: `${siteUrl}/fr/materiel/17/brueche`,
    alternates: [],
  })
})

describe('the query', () => {
  test('search keeps query and page only', () => {
    const query = new URLSearchParams('query=a b&page=3&sort=price&gclid=1')
    expect(seo('search', { world: 'de', siteUrl, query }).canonical).toBe(
      `${siteUrl}/de/suchergebnisse?page=3&query=a+b`,
    )
  })
  test.each(['1', '0', '01', 'x', '-2', '2;3'])('page=%s has no address of its own', (page) => {
    expect(seo('author', { world: 'de', siteUrl, params, query: { page } }).canonical).toBe(
      `${siteUrl}/de/autor/17/brueche`,
    )
  })
})

test('thin content is not indexed, and never made more visible than its row', () => {
  expect(seo('author', { world: 'de', siteUrl, params, noindex: true }).robots).toBe('noindex,follow')
  expect(seo('cart', { world: 'de', siteUrl, noindex: true }).robots).toBe('noindex,nofollow')
  expect(seo('home', { world: 'de', siteUrl, noindex: true }).alternates).toEqual([])
})

test.each(routes)('$name: canonical and alternates agree with the row', (row) => {
  const result = seo(row.name, { world: 'it', siteUrl, params })
  expect(result.canonical === null).toBe(row.canonical === 'none')
  expect(result.alternates.length).toBe(row.hreflang ? 7 : 0)
  expect(result.robots.startsWith(row.robots)).toBe(true)
})
