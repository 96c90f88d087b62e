import type { Client } from './http-client.ts'

export interface SeenPage {
  status: number
  html: string | undefined
  /** Ids that a link may point at. */
  ids: ReadonlySet<string>
}

/**
 * Follows every internal link, level by level, until `limit` addresses were seen; what is no page (images, files) is
 * only asked for. `broken` has a line for each address or anchor that is not there.
 */
export async function crawl(client: Client, starts: readonly string[], limit: number) {
  const pages = new Map<string, SeenPage>()
  const broken: string[] = []
  /** Links to addresses that have moved. */
  const hops: { from: string; path: string }[] = []
  const anchors: { from: string; path: string; id: string }[] = []
  const open = starts.map((path) => ({ path, from: 'start' }))
  const known = new Set(starts)
  for (let next = open.shift(); next !== undefined && pages.size < limit; next = open.shift()) {
    const { path, from } = next
    const answer = await client.get(path)
    const { location } = answer.headers
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      hops.push({ from, path })
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
      if (id) anchors.push({ from: path, path: address || path, id: decodeURIComponent(id) })
      if (address !== '' && !known.has(address)) {
        known.add(address)
        open.push({ path: address, from: path })
      }
    }
  }
  const lost = anchors.filter(({ path, id }) => pages.get(path)?.ids.has(id) === false)
  broken.push(...lost.map(({ from, path, id }) => `#${id} is not on ${path} (linked from ${from})`))
  return { pages, broken, hops }
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
