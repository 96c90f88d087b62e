import { setTimeout as pause } from 'node:timers/promises'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { type Market, noteCut } from './buyers.ts'

/** What a reader may be told while things break; anything else is a surprise. */
const expected = new Set([200, 301, 302, 303, 304, 404, 503])

/** Reads stored pages, pages that have to be made and the API on a kept connection, until the market closes. */
export async function readWithoutEnd(market: Market, random: () => number): Promise<void> {
  const client = createClient(market.base)
  while (!market.isOver) {
    const path = anyPath(market, random)
    try {
      const { status, headers } = await client.get(path)
      const isShown = status !== 503 || Number(headers['retry-after']) > 0
      if (!expected.has(status) || !isShown) market.surprises.push(`GET ${path}: ${status}`)
      await pause(20)
    } catch (error) {
      noteCut(market, error)
      await pause(100)
    }
  }
  client.close()
}

function anyPath({ materialIds }: Market, random: () => number): string {
  const id = materialIds[Math.floor(random() * materialIds.length)] ?? 1
  const turn = random()
  if (turn < 0.3) return url('home', { world: 'de' })
  if (turn < 0.5) return url('search', { world: 'de', query: { q: `${Math.floor(random() * 1e6)}` } })
  if (turn < 0.7) return `/api/v1/search?world=de&query=${Math.floor(random() * 1e6)}`
  return `/api/v1/materials/${id}?world=de`
}
