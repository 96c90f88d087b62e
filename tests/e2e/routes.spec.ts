import type { RouteRow } from '#platform/routing/kinds.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { robotsContent } from '#platform/routing/seo.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds, worldOf } from '#platform/routing/worlds.ts'
import type { Client } from '../support/http-client.ts'
import { expect, test } from './fixtures.ts'

/*
 * Every public row of the route table, in every world: what the sitemaps list, and the pages that stay out of them.
 * Personal pages, and pages behind a token, are only asked whether they keep strangers and search engines out.
 */

const perRoute = 4
const tables: readonly RouteRow[] = routes

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&')
const robotsOf = (html: string) => attribute(html, /<meta name="robots" content="([^"]+)"/)
const canonicalOf = (html: string) => attribute(html, /<link rel="canonical" href="([^"]+)"/)
const alternatesOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
    ([, language = '', href = '']) => [language, href] as const,
  )

async function locsOf(client: Client, path: string): Promise<string[]> {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return [...answer.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, loc = '']) => new URL(loc.replaceAll('&amp;', '&')).pathname,
  )
}

/** The addresses of a world in the sitemaps, by the route they belong to. */
async function listedByRoute(client: Client, world: LiveWorld): Promise<Map<RouteName, string[]>> {
  const files = (await locsOf(client, '/sitemap.xml')).filter((path) =>
    path.startsWith(`/sitemaps/${world}/`),
  )
  const listed = new Map<RouteName, string[]>()
  for (const file of files) {
    for (const path of await locsOf(client, file)) {
      const match = matchAddress(path)
      expect([path, match.kind]).toEqual([path, 'page'])
      if (match.kind !== 'page') continue
      listed.set(match.route.name, [...(listed.get(match.route.name) ?? []), path])
    }
  }
  return listed
}

/** A page for everybody says in its head what the table says of it. */
async function expectPublicPage(
  client: Client,
  row: RouteRow,
  world: LiveWorld,
  path: string,
): Promise<string> {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  const html = answer.text
  const robots = robotsOf(html) ?? ''
  // Thin content of an indexed row is held back; nothing is ever shown more than its row allows.
  const allowed = row.robots === 'index,follow' ? [robotsContent(row.robots), 'noindex,follow'] : [row.robots]
  expect(allowed, `robots of ${path}`).toContain(robots)
  expect(answer.headers['x-robots-tag'], `header of ${path}`).toBe(robots)
  const canonical = canonicalOf(html)
  if (row.canonical === 'none') expect([path, canonical]).toEqual([path, undefined])
  else expect(new URL(canonical ?? 'http://none').pathname).toBe(path)
  const alternates = alternatesOf(html)
  if (!robots.startsWith('index')) expect([path, alternates]).toEqual([path, []])
  if (alternates.length > 0) {
    expect(alternates.map(([, href]) => href)).toContain(canonical)
    expect(alternates.map(([language]) => language)).toContain('x-default')
    expect(new Set(alternates.map(([language]) => language)).size).toBe(alternates.length)
  }
  const lang = row.name === 'root-landing' ? 'en' : worldOf(world).lang
  expect(attribute(html, /<html lang="([^"]+)"/)).toBe(lang)
  expect([path, html.match(/<h1[\s>]/g)?.length]).toEqual([path, 1])
  expect(attribute(html, /<title>([^<]+)<\/title>/), `title of ${path}`).toBeTruthy()
  expect(attribute(html, /<meta name="description" content="([^"]+)"/), `description of ${path}`).toBeTruthy()
  if (robots.startsWith('index')) {
    expect(html, `share image of ${path}`).toContain('<meta property="og:title"')
    if (row.name !== 'root-landing' && row.name !== 'home')
      expect(html, `breadcrumbs of ${path}`).toContain('BreadcrumbList')
  }
  return html
}

for (const { world } of liveWorlds()) {
  test(`${world}: every row of the sitemaps answers as the table says`, async ({ client }) => {
    test.slow()
    const listed = await listedByRoute(client, world)
    const titles = new Map<string, string>()
    for (const row of tables.filter(({ sitemap }) => sitemap !== false)) {
      // The root belongs to no world; it is listed once, among the pages of the first.
      if (row.name === 'root-landing' && !listed.has('root-landing')) continue
      const paths = listed.get(row.name as RouteName) ?? []
      expect(paths.length, `${row.name} in the sitemaps of ${world}`).toBeGreaterThan(0)
      for (const path of paths.slice(0, perRoute)) {
        const html = await expectPublicPage(client, row, world, path)
        expect(robotsOf(html), `${path} is in a sitemap`).toMatch(/^index/)
        const title = attribute(html, /<title>([^<]+)<\/title>/) ?? ''
        expect(titles.get(title), `title "${title}" of ${path} is also that of`).toBeUndefined()
        titles.set(title, path)
      }
    }
    const unexpected = [...listed.keys()].filter(
      (name) => tables.find((row) => row.name === name)?.sitemap === false,
    )
    expect(unexpected).toEqual([])
  })

  test(`${world}: pages outside the sitemaps, English addresses and closed addresses`, async ({ client }) => {
    test.slow()
    for (const row of tables.filter(({ name }) => name !== 'root-landing')) {
      const hasParameters = row.words[world].includes('{')
      if (hasParameters) {
        await expectNothing(client, row, world)
        continue
      }
      const path = localizedPath(row.name as RouteName, world)
      if (row.sitemap === false && row.access === 'public') await expectOpen(client, row, world, path)
      if (row.access !== 'public') await expectClosed(client, path)
      const english = `/${world}/${row.pattern}`
      if (row.pattern !== '' && english !== path) {
        const moved = await client.get(`${english}?utm_source=x`)
        expect([english, moved.status]).toEqual([english, 301])
        expect((moved.headers.location ?? '').split('?')[0]).toBe(path)
      }
    }
  })
}

/** A public page, or one that sends on in one hop. */
async function expectOpen(client: Client, row: RouteRow, world: LiveWorld, path: string): Promise<void> {
  const answer = await client.get(path)
  // Programs lead people there; nobody who comes without one has anything to allow.
  if (row.name === 'authorize') {
    expect([path, answer.status]).toEqual([path, 400])
    return
  }
  if (answer.status >= 300 && answer.status < 400) {
    const target = answer.headers.location ?? ''
    expect(target, `${path} leads to a page`).toMatch(/^\/(?!\/)/)
    const next = await client.get(target)
    // What Microsoft answered is handed on; an answer to nobody's question leads to the login.
    if (row.name === 'microsoft-redirect') expect(next.headers.location).toContain('problem=social_failed')
    else expect([path, target, next.status < 300]).toEqual([path, target, true])
    return
  }
  await expectPublicPage(client, row, world, path)
}

async function expectClosed(client: Client, path: string): Promise<void> {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 303])
  expect(answer.headers['cache-control']).toMatch(/no-store/)
}

/** An id or token that nobody has: not found, or the login of a page for members, and never indexed. */
async function expectNothing(client: Client, row: RouteRow, world: LiveWorld): Promise<void> {
  const path = `/${world}/${row.words[world]
    .replaceAll(/\{(id|materialId)\??\}/g, '999999999')
    .replaceAll(/\{[a-zA-Z]*(token|Token|code)\??\}/g, 'nobody-has-this-token')
    .replaceAll(/\{[a-z]+\??\}/g, 'nobody-has-this')}`
  const answer = await client.get(path)
  const kinds = row.access === 'public' ? [200, 302, 303, 400, 404, 410] : [303, 404]
  expect(kinds, `${path} answers ${answer.status}`).toContain(answer.status)
  if (answer.status === 200) expect([path, row.robots]).not.toEqual([path, 'index,follow'])
  expect(answer.headers['x-robots-tag'] ?? 'noindex', path).toContain('noindex')
}
