import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createImageAddresses } from '#platform/gateways/images/address.ts'
import { presets } from '#platform/gateways/images/presets.ts'
import { createFolderStorage } from '#platform/gateways/storage/folder.ts'
import { send } from '../support/http-client.ts'
import { compare, median, percentile, timed } from './measure.ts'
import { type Course, load, type Row, ratioRow, round } from './rows.ts'

const coldImages = 8

/** One file of the sitemap, whole and uncompressed; its length must not be felt in the memory. */
export async function sitemapShard(course: Course, residentBytes: () => number): Promise<Row> {
  const index = await send(course.base, { path: '/sitemap.xml' })
  const files = [...index.text.matchAll(/\/sitemaps\/de\/materials-\d+\.xml/g)].map(([path]) => path)
  // The first file begins with what was there before, the second of two or more is full.
  const path = files[files.length > 2 ? 1 : 0] ?? '/sitemaps/de/materials-1.xml'
  const pages = [...(await send(course.base, { path })).text.matchAll(/<loc>/g)].length
  await timed(course.base, [path, path], 1)
  const before = residentBytes()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes())
  }, 20)
  const times = await timed(course.base, Array<string>(12).fill(path), 1)
  clearInterval(watch)
  const [ms, grown] = [median(times), Math.max(0, (peak - before) / 1_000_000)]
  return {
    what: `sitemap file of ${pages.toLocaleString('en')} pages`,
    values: { p50Ms: round(ms), pages, grownMegabytes: round(grown) },
    measured: `${round(ms)} ms, ${round(grown)} MB more memory over 12 of them`,
    goal: '<= 300 ms, <= 24 MB',
    met: ms <= 300 && grown <= 24,
  }
}

/** Words as they are typed, letter by letter, with slips. */
const typed = [
  'br',
  'bru',
  'bruch',
  'bruchr',
  'bruchrechnung',
  'bruchrechung',
  'ma',
  'mat',
  'mathe',
  'eng',
  'englisch vok',
  'gesch',
  'foto',
  'fotosynthese',
  'arb',
  'arbeitsblatt',
  'anna',
  'müller',
  'zz',
  'deutsch les',
] as const

export async function suggestions(course: Course): Promise<Row> {
  const paths = typed.map((query) => `/api/v1/search/suggest?world=de&query=${encodeURIComponent(query)}`)
  await timed(course.base, paths, 1)
  const times = await timed(course.base, Array.from({ length: 15 }, () => paths).flat(), 1)
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)]
  return {
    what: `suggestions while typing at ${course.total.toLocaleString('en')} materials`,
    values: { p50Ms: round(p50), p95Ms: round(p95), calls: times.length },
    measured: `p50 ${round(p50)} ms, p95 ${round(p95)} ms`,
    goal: 'p95 <= 15 ms',
    met: p95 <= 15,
  }
}

/** A picture of six megapixels: made for the first visitor against sharp alone, and sent again against node:http. */
export async function images(course: Course, dataDir: string, hasGenerator: boolean): Promise<Row[]> {
  const picture = await sixMegapixels()
  const storage = createFolderStorage(join(dataDir, 'files'))
  const addresses = createImageAddresses(readFileSync(join(dataDir, 'secret'), 'utf8').trim())
  const run = Date.now().toString(36)
  const keys = Array.from({ length: coldImages + 1 }, (_, n) => `bench/${run}/${n}.jpg`)
  for (const key of keys) await storage.put(key, picture)
  const headers = { Accept: 'image/webp' }
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (const key of keys) {
    theirs.push(await msOf(() => bareResize(picture)))
    ours.push(
      await msOf(async () => {
        const { status } = await send(course.base, { path: addresses.address('card', key), headers })
        if (status !== 200) throw new Error(`${key} answers ${status}`)
      }),
    )
  }
  // The first of each is the warm-up.
  const [cold, bare] = [median(ours.slice(1)), median(theirs.slice(1))]
  const warm = hasGenerator
    ? await compare(
        { ...load(course), calls: [{ path: addresses.address('card', keys[0] ?? '') }], headers },
        course.rounds,
        course.barePort,
      )
    : undefined
  for (const key of keys) await storage.delete(key)
  return [
    {
      what: 'image of 6 megapixels, made at the first request',
      values: { ms: round(cold), bareMs: round(bare), ratio: round(bare / cold, 3) },
      measured: `${round(cold)} ms, sharp alone ${round(bare)} ms: ratio ${round(bare / cold, 3)}`,
      goal: 'ratio >= 0.8',
      met: bare / cold >= 0.8,
    },
    ...(warm ? [ratioRow('image that is there', warm, { ratio: 0.5 })] : []),
  ]
}

async function bareResize(picture: Buffer): Promise<void> {
  sharp.concurrency(1)
  sharp.cache(false)
  const { height, quality, widths } = presets.card
  const width = widths[0] ?? 240
  await sharp(picture)
    .rotate()
    .resize({ width, height: height(width), fit: 'cover', position: 'top' })
    .webp({ quality: quality.webp, effort: 3 })
    .toBuffer()
}

/** With grain, as photographs have it: an even surface costs a decoder nothing. */
function sixMegapixels(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function msOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
