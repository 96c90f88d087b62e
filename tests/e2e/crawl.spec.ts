import { liveWorlds } from '#routing/worlds.ts'
import { htmlProblems } from '../html/validate.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { castPassword, expect, test } from './fixtures.ts'

interface Seen {
  status: number
  html: string | undefined
  /** Ids that a link may point at. */
  ids: ReadonlySet<string>
}

const maxPages = 260

/** Follows every internal link, level by level; what is no page (images, files) is only asked for. */
async function crawl(client: Client, starts: readonly string[], limit: number) {
  const pages = new Map<string, Seen>()
  const broken: string[] = []
  const anchors: { from: string; path: string; id: string }[] = []
  const open = starts.map((path) => ({ path, from: 'start' }))
  const known = new Set(starts)
  for (let next = open.shift(); next !== undefined && pages.size < limit; next = open.shift()) {
    const { path, from } = next
    const answer = await client.get(path)
    const { location } = answer.headers
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      const target = inside(client.base, location, path)
      if (target && !known.has(target)) {
        known.add(target)
        open.push({ path: target, from: path })
      }
      continue
    }
    const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false
    if (answer.status !== 200) broken.push(`${answer.status} ${path} (linked from ${from})`)
    const html = isHtml ? answer.text : undefined
    pages.set(path, { status: answer.status, html, ids: idsOf(html ?? '') })
    for (const link of linksOf(html ?? '')) {
      const target = inside(client.base, link, path)
      if (target === undefined) continue
      const [address = '', id] = target.split('#')
      if (id) anchors.push({ from: path, path: address || path, id })
      if (address !== '' && !known.has(address)) {
        known.add(address)
        open.push({ path: address, from: path })
      }
    }
  }
  const lost = anchors.filter(({ path, id }) => pages.get(path)?.ids.has(id) === false)
  broken.push(...lost.map(({ from, path, id }) => `#${id} is not on ${path} (linked from ${from})`))
  return { pages, broken }
}

function inside(base: string, link: string, from: string): string | undefined {
  if (/^(mailto|tel|data|javascript):/i.test(link)) return undefined
  const address = new URL(link.replaceAll('&amp;', '&'), base + from)
  if (address.origin !== new URL(base).origin) return undefined
  return address.pathname + address.search + address.hash
}

function linksOf(html: string): string[] {
  const found = [...html.matchAll(/<(?:a|link|img|script|source)\s[^>]*?\b(?:href|src)="([^"]+)"/g)]
  const pictures = [...html.matchAll(/\bsrcset="([^"]+)"/g)].flatMap(([, set = '']) =>
    set.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
  )
  return [...found.map(([, link = '']) => link), ...pictures].filter(Boolean)
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))
}

async function expectAllValid(pages: ReadonlyMap<string, Seen>): Promise<void> {
  const problems: string[] = []
  for (const [path, { html }] of pages) {
    if (html !== undefined) problems.push(...(await htmlProblems(html)).map((line) => `${path} ${line}`))
  }
  expect(problems.slice(0, 40)).toEqual([])
}

for (const { world } of liveWorlds()) {
  test(`${world}: no link is broken and every page is valid HTML`, async ({ client }) => {
    test.slow()
    const { pages, broken } = await crawl(client, [`/${world}`], maxPages)
    expect(broken).toEqual([])
    expect(pages.size).toBeGreaterThanOrEqual(150)
    await expectAllValid(pages)
  })
}

test('the pages of a member: no link is broken and every page is valid HTML', async ({ baseURL }) => {
  test.slow()
  const client = createClient(baseURL ?? '')
  const answer = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: 'seller@aularium.example',
    password: castPassword,
  })
  expect(answer.status).toBe(200)
  const starts = [
    '/de/konto',
    '/de/konto/verkauf',
    '/de/konto/verkauf/hochladen',
    '/de/konto/gekaufte-materialien',
  ]
  const { pages, broken } = await crawl(client, starts, 80)
  expect(broken).toEqual([])
  await expectAllValid(pages)
  client.close()
})

test('nothing in the build tells secrets', async ({ client }) => {
  for (const path of [
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/server/main.ts',
    '/dist/server/entry.mjs',
    '/secret',
    '/.data/secret',
  ]) {
    expect((await client.get(path)).status, path).toBe(404)
  }
})
