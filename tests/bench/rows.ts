import { createClient, send } from '../support/http-client.ts'
import { type Compared, compare, median, percentile, timed } from './measure.ts'

export interface Row {
  what: string
  /** Numbers of this row by name; the JSON report. */
  values: Record<string, number | string>
  /** The same for people. */
  measured: string
  goal: string
  /** Undefined where nothing was measured. */
  met: boolean | undefined
}

export interface Course {
  base: string
  barePort: number
  rounds: number
  seconds: number
  /** Materials of the world under test, id and address. */
  materials: readonly { id: number; url: string; finalPrice: number }[]
  total: number
}

const connections = 16
const br = { 'Accept-Encoding': 'br' }
const plain = { 'Accept-Encoding': 'identity' }
const json = { 'Content-Type': 'application/json' }

/** A page from the cache, as a browser asks for it. */
export async function cachedPage(course: Course): Promise<Row> {
  const result = await compare(
    { ...load(course), calls: [{ path: course.materials[0]?.url ?? '/de' }], headers: br },
    course.rounds,
    course.barePort,
  )
  return ratioRow('cached public page, br', result, { ratio: 0.7, p99Ms: 10 })
}

/**
 * Material pages while the server keeps none. The renders are counted: an answer that was shared with another visitor
 * (single flight) is not an uncached page, and with many of those the row measures nothing.
 */
export async function uncachedPage(course: Course, headers: 'identity' | 'br'): Promise<Row> {
  const calls = course.materials.map(({ url }) => ({ path: url }))
  const before = await renders(course.base)
  const result = await compare(
    { ...load(course), calls, headers: headers === 'br' ? br : plain },
    course.rounds,
    course.barePort,
  )
  const made = (await renders(course.base)) - before
  const what =
    headers === 'br' ? 'uncached material page, compressed for each visitor' : 'uncached material page'
  const row = ratioRow(what, result, { ratio: 0.03 })
  const perAnswer = round(made / result.answers, 2)
  return {
    ...row,
    values: { ...row.values, rendersPerAnswer: perAnswer },
    measured: `${row.measured}, ${perAnswer} renders per answer`,
    met: row.met === undefined ? undefined : row.met && perAnswer >= 0.95,
  }
}

export async function materialDetail(course: Course): Promise<Row> {
  const calls = course.materials.map(({ id }) => ({ path: `/api/v1/materials/${id}?world=de` }))
  const result = await compare({ ...load(course), calls }, course.rounds, course.barePort)
  return ratioRow('material detail by API, for callers without a session', result, { ratio: 0.12 })
}

/** Every call is a new visitor with a new cart: two durable rows. */
export async function addToCart(course: Course): Promise<Row> {
  const calls = course.materials.map(({ id }) => ({
    path: '/api/v1/cart/items?world=de',
    method: 'POST' as const,
    body: JSON.stringify({ materialId: id }),
  }))
  const result = await compare({ ...load(course), calls, headers: json }, course.rounds, course.barePort)
  return ratioRow('add to cart by API, durable', result, { ratio: 0.04, p99Ms: 50 })
}

/** What teachers type: one word, two words, with a facet, with a slip of the pen, and nothing at all. */
const queries = [
  'query=bruchrechnung',
  'query=bruchrechnung+klasse+6',
  'query=mathe',
  'query=englisch+vokabeln',
  'query=geschichte+mittelalter',
  'query=arbeitsblatt',
  'query=bruchrechung',
  'query=fotosynthese&sort=newest',
  'query=test&sort=rating',
  'query=deutsch&price=free',
  'query=lesen&price=100-500',
  '',
  'sort=newest',
  'price=-300&sort=price_up',
] as const

export async function search(course: Course): Promise<Row> {
  const facets = await someFacets(course.base)
  // Every kind alone, with a word, and all kinds' pairs of neighbours: what a narrowing visitor asks for.
  const pairs = facets.map((facet, at) => `${facet}&${facets[(at + 2) % facets.length]}`)
  const mix = [...queries, ...facets, ...facets.map((facet) => `query=mathe&${facet}`), ...pairs]
  const paths = Array.from({ length: 12 }, () =>
    mix.map((query) => `/api/v1/search?world=de&${query}`),
  ).flat()
  await timed(course.base, paths.slice(0, mix.length), 1)
  const times = await timed(course.base, paths, 1)
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)]
  return {
    what: `search with all facets at ${course.total.toLocaleString('en')} materials`,
    values: { p50Ms: round(p50), p95Ms: round(p95), calls: times.length },
    measured: `p50 ${round(p50)} ms, p95 ${round(p95)} ms`,
    goal: 'p95 <= 50 ms',
    met: p95 <= 50,
  }
}

async function someFacets(base: string): Promise<string[]> {
  const answer = await send(base, { path: '/api/v1/search?world=de' })
  const { facets } = answer.json<{
    facets: { kind: string; values: { id: string; count: number | null }[] }[]
  }>()
  return facets.flatMap(({ kind, values }) =>
    values
      .filter(({ count }) => (count ?? 0) > 0)
      .slice(0, 2)
      .map(({ id }) => `${kind}=${encodeURIComponent(id)}`),
  )
}

/** Walks a thousand pages by their cursors, then compares the page there with the first one. */
export async function deepPage(course: Course, depth: number): Promise<Row> {
  const first = '/api/v1/search?world=de&sort=newest'
  let path = first
  let walked = 0
  for (; walked < depth; walked++) {
    const { nextCursor } = (await send(course.base, { path })).json<{ nextCursor: string | null }>()
    if (nextCursor === null) break
    path = `${first}&cursor=${encodeURIComponent(nextCursor)}`
  }
  const runs = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : path))
  const times = await timed(course.base, runs, 1)
  const near = median(times.filter((_, index) => index % 2 === 0))
  const far = median(times.filter((_, index) => index % 2 === 1))
  return {
    what: `keyset page ${walked.toLocaleString('en')} pages deep`,
    values: { firstMs: round(near), deepMs: round(far), ratio: round(far / near), walked },
    measured: `${round(far)} ms, the first ${round(near)} ms: ratio ${round(far / near)}`,
    goal: 'within 20 % of the first',
    met: far / near <= 1.2 && walked >= Math.min(depth, Math.floor(course.total / 24) - 1),
  }
}

export async function concurrentMisses(course: Course): Promise<Row> {
  const path = `/de/suchergebnisse?query=${Date.now()}`
  const before = await renders(course.base)
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(course.base, { path })))
  const made = (await renders(course.base)) - before
  const isFine = answers.every(({ status }) => status === 200)
  return {
    what: '200 concurrent misses on one page',
    values: { renders: made },
    measured: `${made} render${made === 1 ? '' : 's'}`,
    goal: 'exactly 1 render',
    met: made === 1 && isFine,
  }
}

function renders(base: string): Promise<number> {
  return counted(base, 'aularium_renders_total')
}

/** A counter of the product, all its labels together. */
export async function counted(base: string, name: string): Promise<number> {
  const { text } = await send(base, { path: '/metrics' })
  return [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'gm'))].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

/** Ids and addresses spread over everything there is: every sort, many pages. */
export async function spreadMaterials(base: string, wanted: number): Promise<Course['materials']> {
  const found = new Map<number, { url: string; finalPrice: number }>()
  const client = createClient(base)
  for (const sort of ['newest', 'bestselling', 'price_up', 'rating']) {
    for (let page = 1; page <= 40 && found.size < wanted; page++) {
      const answer = await client.api('GET', `/v1/search?world=de&sort=${sort}&page=${page}`)
      const { materials } = answer.json<{ materials: { id: number; url: string; finalPrice: number }[] }>()
      for (const { id, url, finalPrice } of materials) found.set(id, { url, finalPrice })
      if (materials.length === 0) break
    }
  }
  client.close()
  return [...found].map(([id, material]) => ({ id, ...material }))
}

export function load(course: Course) {
  return { base: course.base, connections, seconds: course.seconds }
}

/**
 * How many times faster than what it loads the generator must be for a row to be valid. It has a core to itself: what is on
 * the other is measured as long as there is room on its own (wrk took 53 % of one where bare node:http filled another).
 */
const leastTimesFaster = 1.5

export function ratioRow(what: string, result: Compared, goal: { ratio: number; p99Ms?: number }): Row {
  // Slower than that, the generator would be what is measured.
  const times = result.generatorTimesFaster
  const isValid = times >= leastTimesFaster
  const isFast = goal.p99Ms === undefined || result.p99Ms <= goal.p99Ms
  const failures = result.failures === 0 ? '' : `, ${result.failures} failures`
  return {
    what,
    values: {
      requestsPerSecond: Math.round(result.requestsPerSecond),
      barePerSecond: Math.round(result.barePerSecond),
      ratio: round(result.ratio, 3),
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      failures: result.failures,
      generatorTimesFaster: round(times, 1),
    },
    measured: `${Math.round(result.requestsPerSecond).toLocaleString('en')}/s of ${Math.round(result.barePerSecond).toLocaleString('en')}/s: ratio ${round(result.ratio, 3)}, p99 ${round(result.p99Ms, 1)} ms${failures}; the generator is ${round(times, 1)} times faster${isValid ? '' : ': INVALID'}`,
    goal: `ratio >= ${goal.ratio}${goal.p99Ms === undefined ? '' : `, p99 <= ${goal.p99Ms} ms`}`,
    met: isValid ? result.ratio >= goal.ratio && isFast && result.failures === 0 : undefined,
  }
}

export function round(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
