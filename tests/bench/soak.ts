import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { castPassword } from '#demo/people.ts'
import { maxUploadsPerDay } from '#platform/limits.ts'
import { buyWithoutEnd, type Market } from '../chaos/buyers.ts'
import { type Client, createClient, multipart, type UploadPart } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'
import { pdf } from '../support/sheets.ts'
import { median } from './measure.ts'
import { type Course, cachedPage, counted, round, spreadMaterials } from './rows.ts'
import { hasGenerator } from './wrk.ts'

interface SoakOptions {
  minutes: number
  port: number
  dataDir: string | undefined
  say: (text: string) => void
}

const mostMegabytes = 350
/** What the last quarter may hold more than the one before and still count as flat. */
const mostGrowth = 1.05
const readers = 4
/** Milliseconds from one round of a reader, or one payment of a buyer, to the next: the load does not follow the machine's mood. */
const paceMs = { reader: 200, buyer: 800 }
const words = ['bruchrechnung', 'mathe klasse 5', 'englisch vokabeln', 'lesen', 'geschichte', 'fotosynthese']

/**
 * Mixed use of the built product with its demo catalogue: reading with images, search, uploads, payments. Prints the
 * resident memory by the minute and what a cached page is worth before and, with all jobs done, after.
 */
export async function soak({ minutes, port, dataDir, say }: SoakOptions): Promise<boolean> {
  const folder = dataDir ?? join(tmpdir(), 'aularium-soak')
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const start = () => startProduct({ port, dataDir: folder, patienceSeconds: 180 })
  // A process that made the demo catalogue has its memory from that.
  if (isNew) await (await start()).stop()
  const product = await start()
  const doing = { isOver: false, done: { read: 0, searched: 0, uploaded: 0 }, faults: [] as string[] }
  try {
    const materials = await spreadMaterials(product.base, 400)
    const course: Course = {
      base: product.base,
      barePort: port + 1,
      rounds: 2,
      seconds: 5,
      materials,
      total: 0,
    }
    const before = await ratioOf(course)
    const market = marketOf(product.base, await paidMaterials(product.base))
    const people = [
      ...Array.from({ length: readers }, (_, at) => () => readWithoutEnd(course, doing, at)),
      () => uploadWithoutEnd(product.base, doing, minutes),
      () => buyWithoutEnd(market, Math.random),
      () => buyWithoutEnd(market, Math.random),
    ].map((live) => liveOn(live, doing))
    const megabytes = await watch(minutes, () => {
      const now = round(product.residentBytes() / 1_000_000, 0)
      const { read, searched, uploaded } = doing.done
      const paid = market.attempts.filter(({ acknowledged }) => acknowledged).length
      say(`${now} MB; ${read} pages, ${searched} searches, ${uploaded} uploads, ${paid} payments`)
      return now
    })
    doing.isOver = true
    market.isOver = true
    await Promise.all(people)
    // Otherwise the work that the last buyers and uploads left behind is measured, which takes a core for a while.
    const restSeconds = await untilQuiet(product.base)
    say(`jobs of the last minutes done after ${restSeconds} s`)
    const after = await ratioOf(course)
    return report({ megabytes, before, after, faults: [...doing.faults, ...market.surprises] })
  } finally {
    doing.isOver = true
    await product.stop()
  }
}

type Doing = {
  isOver: boolean
  done: { read: number; searched: number; uploaded: number }
  faults: string[]
}

/** Seconds until no job ended for a quarter of a minute. */
async function untilQuiet(base: string): Promise<number> {
  const began = performance.now()
  let quiet = 0
  for (let before = await counted(base, 'aularium_jobs_total'); quiet < 3; ) {
    await pause(5_000)
    const now = await counted(base, 'aularium_jobs_total')
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
  return round((performance.now() - began) / 1000 - 15, 0)
}

/** A line that breaks is written down, and its owner goes on. */
async function liveOn(live: () => Promise<void>, doing: Doing): Promise<void> {
  while (!doing.isOver) await live().catch((error: unknown) => doing.faults.push(String(error)))
}

async function watch(minutes: number, look: () => number): Promise<number[]> {
  const seen: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    await pause(60_000)
    seen.push(look())
  }
  return seen
}

async function ratioOf(course: Course): Promise<string> {
  if (!hasGenerator()) return 'not measured: wrk is not installed'
  return (await cachedPage(course)).measured
}

function report(found: { megabytes: number[]; before: string; after: string; faults: string[] }): boolean {
  const { megabytes, before, after, faults } = found
  const quarter = Math.max(1, Math.floor(megabytes.length / 4))
  const [third, last] = [median(megabytes.slice(-2 * quarter, -quarter)), median(megabytes.slice(-quarter))]
  const isFlat = Number.isNaN(third) || last <= third * mostGrowth
  const most = Math.max(...megabytes)
  process.stdout.write(
    `\n| soak of ${megabytes.length} min | |\n|---|---|\n` +
      `| MB by the minute | ${megabytes.join(' ')} |\n| most, goal <= ${mostMegabytes} MB | ${most} MB |\n` +
      `| third quarter, last quarter | ${third} MB, ${last} MB: ${isFlat ? 'flat' : 'GROWING'} |\n` +
      `| cached page before | ${before} |\n| cached page after | ${after} |\n` +
      `| answers nobody should see | ${faults.length}${faults.length > 0 ? `, e.g. ${faults[0]}` : ''} |\n`,
  )
  return isFlat && most <= mostMegabytes && faults.length === 0
}

function marketOf(base: string, materialIds: readonly number[]): Market {
  const none = { hear: () => undefined, refunds: 0, refundsRefused: 0, isOver: false, cut: undefined }
  const rest = { ...none, paceMs: paceMs.buyer }
  return { base, materialIds, attempts: [], paying: 0, surprises: [], ...rest }
}

async function paidMaterials(base: string): Promise<number[]> {
  const client = createClient(base)
  const ids: number[] = []
  for (let page = 1; page <= 5; page++) {
    const answer = await client.api('GET', `/v1/search?world=de&sort=newest&price=100-5000&page=${page}`)
    ids.push(...answer.json<{ materials: { id: number }[] }>().materials.map(({ id }) => id))
  }
  client.close()
  return ids
}

/** Pages with their pictures, in turn with searches, half of which nobody made before. */
async function readWithoutEnd({ base, materials }: Course, doing: Doing, from: number): Promise<void> {
  const client = createClient(base)
  for (let at = from * 50; !doing.isOver; at++) {
    const next = pause(paceMs.reader)
    const page = await seen(doing, client, materials[at % materials.length]?.url ?? '/de')
    doing.done.read += 1
    const images = [...page.matchAll(/ src="(\/images\/[^"]+)"/g)].map(([, path = '']) => path)
    await Promise.all(images.slice(0, 6).map((path) => seen(doing, client, path, 'image/webp')))
    const word = `${words[at % words.length]}${at % 2 === 0 ? '' : ` ${at}`}`
    await seen(doing, client, `/de/suchergebnisse?query=${encodeURIComponent(word)}`)
    await seen(doing, client, `/api/v1/search/suggest?world=de&query=${encodeURIComponent(word.slice(0, 5))}`)
    doing.done.searched += 1
    await next
  }
  client.close()
}

async function seen(doing: Doing, client: Client, path: string, accept?: string): Promise<string> {
  try {
    const { status, text } = await client.send({ path, headers: accept ? { Accept: accept } : {} })
    if (status !== 200) doing.faults.push(`${path} answers ${status}`)
    return text
  } catch (error) {
    doing.faults.push(`${path}: ${String(error)}`)
    return ''
  }
}

/** A seller publishes a sheet every few seconds, as many in all as one may in a day; its previews are drawn by the jobs. */
async function uploadWithoutEnd(base: string, doing: Doing, minutes: number): Promise<void> {
  const pauseMs = Math.max(5_000, (minutes * 60_000) / (maxUploadsPerDay - 5))
  const client = createClient(base)
  const login = { grant_type: 'password', username: 'seller@aularium.example', password: castPassword }
  const entered = await client.api('POST', '/v3/oauth2/authenticate?world=de', login)
  if (entered.status !== 200) doing.faults.push(`login answers ${entered.status}`)
  const body = await pdf(4)
  for (let number = 1; !doing.isOver; number++) {
    const answer = await upload(client, number, body)
    if (answer.status === 201 || answer.status === 200) doing.done.uploaded += 1
    else doing.faults.push(`upload answers ${answer.status} ${answer.text.slice(0, 150)}`)
    await pause(pauseMs)
  }
  client.close()
}

async function upload(client: Client, number: number, body: Buffer) {
  const fields = {
    title: `Dauerlauf ${number}`,
    description: 'Ein Arbeitsblatt, das im Dauerlauf entsteht und gleich veröffentlicht wird.',
    subjects: 'de-mathematics',
    grades: '6',
    schoolTypes: 'sek1-gym',
    materialType: 'worksheet',
    isOwnWork: '1',
    aiUse: 'none',
    language: 'de',
    keywords: 'Dauerlauf',
    price: '2,50',
    action: 'publish',
  }
  const parts: UploadPart[] = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'files', value: { fileName: 'blatt.pdf', mediaType: 'application/pdf', body } },
  ]
  const form = multipart(parts)
  if (!client.cookies.has('csrf')) await client.get('/api/v1/csrf')
  return client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    body: form.body,
    headers: {
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
      Origin: new URL(client.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    },
  })
}
