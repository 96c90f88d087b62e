import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { maxPreviewPages } from '#platform/limits.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'
import { median, percentile } from './measure.ts'

/*
 * `node tests/bench/uploads.ts [beside]`: from publishing to being found, the previews of 50 pages with the memory of who draws
 * them, the memory of the web process while a gigabyte comes in, and cached pages beside 200 uploads (`beside`: only those).
 * The whole server runs in this process with its own database; what sends the 200 uploads is another one, and who waits for
 * pages a third, so that neither is measured with the server. Linux.
 */

const gigabyte = 1_000_000_000
const uploads = 200
/** So long are pages asked for; those who write say every ten seconds that they still do. */
const seconds = 20
/** A member has at most 40 uploads open. */
const senders = 6
const sentHeaders = 'AULARIUM_BENCH_UPLOADS'
const sentBase = 'AULARIUM_BENCH_PAGES'
let sentBytes = 0
/** Uploads that have begun. */
let under = 0
const say = (text: string) => process.stdout.write(`${text}\n`)
const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')

if (process.env[sentHeaders] !== undefined) await sendMany(JSON.parse(process.env[sentHeaders]) as Target[])
else if (process.env[sentBase] !== undefined) await timePages(process.env[sentBase])
else await measureAll()
process.exit(0)

interface Target {
  base: string
  headers: Record<string, string>
}

async function measureAll(): Promise<void> {
  say(`load of the machine at the start: ${load()}`)
  const app = await openTestApp({ hasOwnDatabase: true, environment: { DEMO: 'false', WORKER: 'internal' } })
  const seller = await member(app, 'seller', { isSeller: true })
  await seller.client.get('/api/v1/csrf')
  if (process.argv[2] !== 'beside') {
    await previews(app)
    await publishing(app, seller)
    await oneGigabyte(app, seller)
  }
  await beside(app)
  say(`load of the machine at the end: ${load()}`)
  await app.close()
}

async function previews({ deps }: TestApp): Promise<void> {
  const path = join(await mkdtemp(join(tmpdir(), 'bench-previews-')), 'fifty.pdf')
  const words = Array.from({ length: 400 }, (_, at) => `Wort${at}`).join(' ')
  await writeFile(path, await pdf(50, {}, (document, page) => document.fontSize(10).text(`${page} ${words}`)))
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, ...childrenOf(process.pid).map(residentMb))
  }, 50)
  const most = maxPreviewPages
  for (let round = 0; round < 3; round += 1) {
    const [start, cpu] = [performance.now(), childrenCpuMs()]
    const previews = { choice: { shown: null, solutions: null }, most }
    const made = await deps.documents.render(path, { owner: 'bench', cover: true, previews })
    const [ms, spent] = [performance.now() - start, childrenCpuMs() - cpu]
    if (made.previews.length !== most) throw new Error(`${made.previews.length} pages were drawn`)
    say(
      `cover and ${most} listed pages of 50: ${(ms / 1000).toFixed(1)} s, ${(spent / 1000).toFixed(1)} s of processor time; the child at most ${Math.round(peak)} MB`,
    )
  }
  const [start, cpu] = [performance.now(), childrenCpuMs()]
  const { looks } = await deps.documents.looks(path, { owner: 'bench', kind: 'pdf', most: 60 })
  say(
    `what ${looks.length} pages look like: ${((performance.now() - start) / 1000).toFixed(1)} s, ${((childrenCpuMs() - cpu) / 1000).toFixed(1)} s of processor time`,
  )
  clearInterval(watch)
}

/** Processor time of who draws. */
function childrenCpuMs(): number {
  return childrenOf(process.pid).reduce((sum, pid) => {
    const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    return sum + 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
  }, 0)
}

async function publishing({ deps }: TestApp, { client }: Person): Promise<void> {
  const body = await pdf(2)
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const word = `Findbar${round}${Date.now().toString(36)}`
    const values = {
      ...{ title: `Übung ${word}`, description: 'Eine Übung.', subjects: 'de-mathematics', grades: '6' },
      ...{ schoolTypes: 'sek1-gym', materialType: 'worksheet', language: 'de', price: '2,50' },
      ...{ isOwnWork: '1', aiUse: 'none', action: 'publish' },
    }
    const form = multipart([
      ...Object.entries(values).map(([name, value]) => ({ name, value })),
      { name: 'files', value: { fileName: 'a.pdf', mediaType: 'application/pdf', body } },
    ])
    const answer = await client.api('POST', '/v1/materials?world=de', form.body, {
      'Content-Type': form.contentType,
    })
    const start = performance.now()
    if (answer.status !== 201) throw new Error(answer.text)
    for (;;) {
      const found = await client.get(`/api/v1/search?world=de&query=${word}`)
      if (found.text.includes(word) && found.json<{ total?: number }>().total !== 0) break
      if (performance.now() - start > 20_000)
        throw new Error(`${word} is not found: ${found.text.slice(0, 300)}`)
      await wait(20)
    }
    times.push(performance.now() - start)
  }
  deps.log.info({}, 'published')
  say(
    `from the answer to publishing to the first search that finds it: ${median(times).toFixed(0)} ms in the middle, ${Math.max(...times).toFixed(0)} at worst of 10`,
  )
}

async function oneGigabyte(app: TestApp, person: Person): Promise<void> {
  const headers = headersOf(app, person)
  const id = await begin({ base: app.base, headers }, gigabyte)
  const before = residentMb(process.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(process.pid))
  }, 20)
  const start = performance.now()
  // The last byte is not sent: what a file is, is another question.
  const status = await send(
    { base: app.base, headers },
    { id, bytes: gigabyte - 1, perSecond: Number.POSITIVE_INFINITY },
  )
  clearInterval(watch)
  say(
    `a gigabyte in one piece (${status}): ${((performance.now() - start) / 1000).toFixed(1)} s, ${Math.round(before)} MB before, ${Math.round(peak)} MB at most (with what sends it)`,
  )
}

/** A cached page, 50 times a second, alone and beside 200 uploads; and the processor time the server takes for them. */
async function beside(app: TestApp): Promise<void> {
  const reader = fork(import.meta.filename, { env: { ...process.env, [sentBase]: app.base } })
  await pageTimes(reader, 2)
  const alone = await pageTimes(reader, seconds)
  const targets: Target[] = []
  for (let at = 0; at < senders; at += 1) {
    const person = await member(app, `sender${at}`, { isSeller: true })
    await person.client.get('/api/v1/csrf')
    targets.push({ base: app.base, headers: headersOf(app, person) })
  }
  const child = fork(import.meta.filename, {
    env: { ...process.env, [sentHeaders]: JSON.stringify(targets) },
  })
  await once(child, 'message')
  const before = await bytesSent(child)
  const busy = await pageTimes(reader, seconds)
  const megabytes = ((await bytesSent(child)) - before) / 1_000_000
  child.kill()
  reader.kill()
  const of = ({ times }: Pages) =>
    `p50 ${percentile(times, 50).toFixed(1)}, p99 ${percentile(times, 99).toFixed(1)} ms`
  say(`a cached page: ${of(alone)}; beside 200 uploads of 100 kB/s each: ${of(busy)}`)
  const perMegabyte = (busy.cpuMs - alone.cpuMs) / megabytes
  say(
    `the server's processor time: ${alone.cpuMs.toFixed(0)} ms in ${seconds} s alone, ${busy.cpuMs.toFixed(0)} beside ${megabytes.toFixed(0)} MB: ${perMegabyte.toFixed(2)} ms each; with its other threads ${((busy.allCpuMs - alone.allCpuMs) / megabytes).toFixed(2)}`,
  )
  for (const [what, { minor, major }] of Object.entries({ alone: alone.pauses, beside: busy.pauses }))
    say(`collections ${what}: ${pausesInWords(minor)} of the young, ${pausesInWords(major)} of all`)
}

function pausesInWords(pauses: readonly number[]): string {
  const sum = pauses.reduce((before, each) => before + each, 0)
  return `${pauses.length} (${sum.toFixed(0)} ms, ${Math.max(0, ...pauses).toFixed(1)} at most)`
}

interface Pages {
  times: number[]
  /** Of this process, which is the server: processor time of its main thread, and of all its threads. */
  cpuMs: number
  allCpuMs: number
  /** Milliseconds of each collection. */
  pauses: { minor: number[]; major: number[] }
}

async function pageTimes(reader: ChildProcess, forSeconds: number): Promise<Pages> {
  const pauses: Pages['pauses'] = { minor: [], major: [] }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Node's types do not know what a collection tells of itself.
      const { duration, detail } = entry as PerformanceEntry & { detail: { kind: number } }
      pauses[detail.kind === constants.NODE_PERFORMANCE_GC_MINOR ? 'minor' : 'major'].push(duration)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const [before, allBefore] = [process.threadCpuUsage(), process.cpuUsage()]
  const answered = once(reader, 'message')
  reader.send(forSeconds)
  const [times] = (await answered) as [number[]]
  const [own, all] = [process.threadCpuUsage(before), process.cpuUsage(allBefore)]
  observer.disconnect()
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  return { times, cpuMs: ms(own), allCpuMs: ms(all), pauses }
}

async function bytesSent(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message')
  child.send('bytes')
  const [bytes] = (await answered) as [number]
  return bytes
}

/** The third process: asks for a page when it is told for how many seconds. */
async function timePages(base: string): Promise<never> {
  for (;;) {
    const [seconds] = (await once(process, 'message')) as [number]
    const times: number[] = []
    const ends = performance.now() + seconds * 1000
    while (performance.now() < ends) {
      const start = performance.now()
      await (await fetch(`${base}/de`)).text()
      times.push(performance.now() - start)
      await wait(20)
    }
    process.send?.(times)
  }
}

/** The other process: 200 uploads at once, each slow, until it is ended. */
async function sendMany(targets: Target[]): Promise<void> {
  process.on('message', () => process.send?.(sentBytes))
  const sending = Array.from({ length: uploads }, async (_, at) => {
    const target = targets[at % targets.length]
    if (target === undefined) return
    for (;;) {
      const id = await begin(target, 10_000_000)
      under += 1
      await send(target, { id, bytes: 9_999_999, perSecond: 100_000 })
    }
  })
  while (under < uploads) await wait(100)
  process.send?.('sending')
  await Promise.all(sending)
}

async function begin({ base, headers }: Target, bytes: number): Promise<string> {
  const metadata = `filename ${Buffer.from('a.mp4').toString('base64')}`
  const answer = await fetch(`${base}/uploads?world=de`, {
    method: 'POST',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes),
      'Upload-Metadata': metadata,
    },
  })
  const address = answer.headers.get('location')
  if (answer.status !== 201 || address === null) throw new Error(`${answer.status} ${await answer.text()}`)
  return new URL(address, base).pathname.split('/').at(-1) ?? ''
}

function send(
  { base, headers }: Target,
  { id, bytes, perSecond }: { id: string; bytes: number; perSecond: number },
): Promise<number> {
  const block = Buffer.alloc(64 * 1024, 7)
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}/uploads/${id}?world=de`,
      {
        method: 'PATCH',
        headers: {
          ...headers,
          'Tus-Resumable': '1.0.0',
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': '0',
          'Content-Length': bytes,
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    void write()
    async function write(): Promise<void> {
      for (let at = 0; at < bytes; at += block.length) {
        const piece = block.subarray(0, Math.min(block.length, bytes - at))
        sentBytes += piece.length
        if (!sent.write(piece)) await new Promise((resume) => sent.once('drain', resume))
        if (Number.isFinite(perSecond)) await wait((1000 * piece.length) / perSecond)
      }
      sent.end()
    }
  })
}

function headersOf(app: TestApp, { client }: Person): Record<string, string> {
  return {
    Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    Origin: new URL(app.base).origin,
    'Sec-Fetch-Site': 'same-origin',
    'X-CSRF-Token': client.cookies.get('csrf') ?? '',
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`)
      return Number(stat.split(') ')[1]?.split(' ')[1]) === pid && !stat.includes('(postgres')
        ? [Number(name)]
        : []
    })
}

function residentMb(pid: number): number {
  return (Number(readOrEmpty(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096) / 1_000_000
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
