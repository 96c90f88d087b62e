import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { greyPng, scannedPdf, slowPdf } from '../../../../../tests/support/sheets.ts'
import { createPreviewMaker } from './preview-maker.ts'

const all = { choice: { shown: null, solutions: null }, most: 12 }
const maker = createPreviewMaker({ children: 1 })
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'documents-'))
})
afterAll(async () => {
  await maker.stop()
  await rm(dir, { recursive: true, force: true })
})

async function makePdf(
  name: string,
  pages: number,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<string> {
  const path = join(dir, name)
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...options })
  const written = pipeline(document, createWriteStream(path))
  for (let page = 1; page <= pages; page += 1) document.addPage().fontSize(40).text(`Seite ${page}`)
  document.end()
  await written
  return path
}

test('counts pages, draws shown ones for a screen and only the shape of others, the cover in 1000', async () => {
  const path = await makePdf('sheet.pdf', 14)
  expect(await maker.inspect(path, 'a')).toMatchObject({ state: 'ok', pageCount: 14 })
  const drawn = await maker.render(path, { owner: 'a', cover: true, previews: all })
  expect(drawn.pageCount).toBe(14)
  expect(drawn.previews).toHaveLength(12)
  expect(drawn.previews[0]).toMatchObject({ width: 1240, height: 1754, page: 1, isShown: true })
  expect(drawn.previews.map(({ isShown }) => isShown).lastIndexOf(true)).toBe(4)
  expect(drawn.previews[5]).toMatchObject({ width: 354, height: 500, page: 6, isShown: false })
  expect(drawn.cover).toMatchObject({ width: 707, height: 1000 })
  expect(await sharp(drawn.previews[0]?.data).metadata()).toMatchObject({
    width: 1240,
    height: 1754,
    format: 'webp',
  })
  expect(drawn.hasSolutions).toBe(false)
  // Nothing on a hidden page has an edge: letters would be edges.
  expect(await steepest(drawn.previews[5]?.data)).toBeLessThan(30)
  expect(await steepest(await reduced(drawn.previews[0]?.data))).toBeGreaterThan(80)
  // Something was drawn: the page is not one flat colour.
  expect((await sharp(drawn.cover?.data).stats()).channels[0]?.stdev).toBeGreaterThan(1)
})

test('what can be looked at before it is bought carries our name all over, the cover and hidden pages do not', async () => {
  const path = join(dir, 'empty.pdf')
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  const written = pipeline(document, createWriteStream(path))
  for (let page = 0; page < 6; page += 1) document.addPage()
  document.end()
  await written
  const { previews, cover } = await maker.render(path, {
    ...{ owner: 'a', cover: true },
    previews: { choice: { shown: [1, 6], solutions: null }, most: 12 },
  })
  const marks = async (picture: Buffer | Uint8Array | undefined) => {
    const { width = 0, height = 0 } = await sharp(picture).metadata()
    const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
    const corners = [
      [0, 0],
      [half.width, 0],
      [0, half.height],
      [half.width, half.height],
    ] as const
    return await Promise.all(
      corners.map(async ([left, top]) => {
        const { channels } = await sharp(
          await sharp(picture)
            .extract({ left, top, ...half })
            .png()
            .toBuffer(),
        ).stats()
        return channels.some(({ min }) => min < 250)
      }),
    )
  }
  const everywhere = [true, true, true, true]
  const nowhere = everywhere.map(() => false)
  const shown = previews.filter(({ isShown }) => isShown)
  expect(shown.map(({ page }) => page)).toEqual([1, 6])
  for (const { data } of shown) expect(await marks(data)).toEqual(everywhere)
  expect(await marks(cover?.data)).toEqual(nowhere)
  for (const { data } of previews.filter(({ isShown }) => !isShown))
    expect(await marks(data)).toEqual(nowhere)
})

test('solutions are told by their headings, or by the author, and not shown unless wished', async () => {
  const path = join(dir, 'key.pdf')
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  const written = pipeline(document, createWriteStream(path))
  for (const heading of ['Bruchrechnen', 'Aufgaben', 'Lösungen'])
    document.addPage().text(heading).text('1) 3/4')
  document.end()
  await written
  const pagesOf = async (choice: { shown: number[] | null; solutions: number[] | null }) => {
    const { previews, hasSolutions } = await maker.render(path, {
      ...{ owner: 'a', cover: false },
      previews: { choice, most: 12 },
    })
    return { hasSolutions, pages: previews.map(({ isShown, isSolution }) => [isShown, isSolution]) }
  }
  expect(await pagesOf({ shown: null, solutions: null })).toEqual({
    hasSolutions: true,
    pages: [
      [true, false],
      [true, false],
      [false, true],
    ],
  })
  expect(await pagesOf({ shown: [3], solutions: [2, 3] })).toMatchObject({
    pages: [
      [true, false],
      [false, true],
      [true, true],
    ],
  })
  expect((await pagesOf({ shown: null, solutions: [] })).hasSolutions).toBe(false)
})

test('says what a file tells screen readers: tags, title, language, wherever they stand', async () => {
  const accessible = { tagged: true, lang: 'de-DE', pdfVersion: '1.7', info: { Title: 'Brüche' } } as const
  const silent = await makePdf('silent.pdf', 1)
  expect(await maker.inspect(await makePdf('tagged.pdf', 1, accessible), 'a')).toMatchObject({
    traits: { isTagged: true, hasTitle: true, hasLanguage: true },
  })
  const nothing = { isTagged: false, hasTitle: false, hasLanguage: false, hasText: true }
  expect(await maker.inspect(silent, 'a')).toMatchObject({ traits: nothing })
  await writeFile(join(dir, 'scan.pdf'), await scannedPdf())
  expect(await maker.inspect(join(dir, 'scan.pdf'), 'a')).toMatchObject({
    traits: { ...nothing, hasText: false },
  })
  // Programs of today pack the catalog into an object stream.
  const bytes = await readFile(silent)
  const packed = (text: string | Buffer) =>
    Buffer.concat([bytes, Buffer.from('<</Type/ObjStm>>stream\r\n'), Buffer.from(text)])
  await writeFile(join(dir, 'packed.pdf'), packed(deflateSync('1 0 <</Type/Catalog/Lang (el)>>')))
  expect(await maker.inspect(join(dir, 'packed.pdf'), 'a')).toMatchObject({ traits: { hasLanguage: true } })
  for (const text of ['no packed bytes', deflateSync('/Lang ()'), deflateSync(Buffer.alloc(20_000_000))]) {
    await writeFile(join(dir, 'packed.pdf'), packed(text))
    expect(await maker.inspect(join(dir, 'packed.pdf'), 'a')).toMatchObject({ state: 'ok', traits: nothing })
  }
})

test('pages whose words are written too pale are named; what is meant to be light is not', async () => {
  const words = 'Rechne die Aufgaben und schreibe die Antwort auf.'
  type Draw = (page: PDFKit.PDFDocument) => void
  const rows = (page: PDFKit.PDFDocument) => page.fontSize(11).text(words).text(words)
  const pages: [what: string, isPale: boolean, draw: Draw][] = [
    ['black on white', false, (page) => rows(page)],
    ['light grey on white', true, (page) => rows(page.fillColor('#999'))],
    ['half transparent', true, (page) => rows(page.fillColor('#000', 0.35))],
    ['just enough', false, (page) => rows(page.fillColor('#767676'))],
    ['large, and so enough', false, (page) => page.fillColor('#888').fontSize(30).text(words)],
    ['large and too pale', true, (page) => page.fillColor('#bbb').fontSize(30).text(words)],
    ['white on dark', false, (page) => rows(page.rect(0, 0, 600, 300).fill('#123').fillColor('#fff'))],
    ['dark on dark', true, (page) => rows(page.rect(0, 0, 600, 300).fill('#123').fillColor('#456'))],
    ['yellow on white', true, (page) => rows(page.fillColor('#fd0'))],
    ['a page number', false, (page) => rows(page.fillColor('#000')).fillColor('#bbb').text('Seite 12')],
    ['white on white, hidden', false, (page) => rows(page.fillColor('#fff'))],
    [
      'pale, and written over',
      false,
      (page) => {
        page.fillColor('#aaa').fontSize(11).text(words, 72, 100)
        page.fillColor('#000').text(words, 72.6, 100.6)
      },
    ],
    [
      'over a picture',
      false,
      (page) => {
        for (let at = 0; at < 300; at += 1)
          page
            .rect(60 + (at % 30) * 15, 60 + Math.floor(at / 30) * 9, 15, 9)
            .fill(['#d33', '#3a8', '#48c', '#fb4'][at % 4])
        rows(page.fillColor('#eee'))
      },
    ],
    [
      'turned',
      true,
      (page) => {
        Object.assign(page.page.dictionary.data, { Rotate: 90 })
        rows(page.fillColor('#aaa'))
      },
    ],
  ]
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  const path = join(dir, 'pale.pdf')
  const written = pipeline(document, createWriteStream(path))
  for (const [, , draw] of pages) draw(document.addPage().fillColor('#000', 1))
  document.end()
  await written
  const { palePages } = await maker.looks(path, { owner: 'a', kind: 'pdf', most: 60 })
  expect(pages.filter((_, at) => palePages?.includes(at + 1)).map(([what]) => what)).toEqual(
    pages.filter(([, isPale]) => isPale).map(([what]) => what),
  )
  // What is drawn as a picture is not judged.
  await writeFile(join(dir, 'scan.pdf'), await scannedPdf())
  expect(await maker.looks(join(dir, 'scan.pdf'), { owner: 'a', kind: 'pdf', most: 60 })).toMatchObject({
    palePages: [],
  })
})

test('a page as wide as a banner stays within bounds', async () => {
  const path = await makePdf('banner.pdf', 1, { size: [14000, 70] })
  const drawn = await maker.render(path, { owner: 'a', cover: false, previews: all })
  expect(drawn.previews[0]).toMatchObject({ width: 1400, height: 7 })
})

test('an encrypted file is told from one that is no PDF', async () => {
  expect(await maker.inspect(await makePdf('locked.pdf', 1, { userPassword: 'geheim' }), 'a')).toEqual({
    state: 'encrypted',
  })
  for (const [name, bytes] of [
    ['empty.pdf', Buffer.alloc(0)],
    ['fake.pdf', Buffer.from('this is a text with a wrong name')],
    ['marked.pdf', Buffer.from('%PDF-1.7\nand nothing else')],
  ] as const) {
    await writeFile(join(dir, name), bytes)
    expect(await maker.inspect(join(dir, name), 'a'), name).toEqual({ state: 'invalid' })
    await expect(
      maker.render(join(dir, name), { owner: 'a', cover: true, previews: all }),
    ).rejects.toMatchObject({
      code: 'pdf_invalid',
    })
  }
})

test('a child that takes too long is ended, the next document gets a new one', async () => {
  const path = await makePdf('other.pdf', 12)
  const hasty = createPreviewMaker({ children: 1, timeoutMs: 20, patienceMs: 600_000 })
  await expect(hasty.render(path, { owner: 'a', cover: true, previews: all })).rejects.toThrow('too long')
  await hasty.stop()
  // No time for it is no fault of the file, and is never told as one.
  const busy = createPreviewMaker({ children: 1, patienceMs: 1 })
  const examined = busy.examine(
    { source: path, kind: 'pdf', ending: 'pdf', sniffed: ['pdf'], target: join(dir, 'none') },
    'a',
    1,
  )
  await expect(examined).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 })
  await expect(busy.inspect(path, 'a')).rejects.toMatchObject({ code: 'busy' })
  await busy.stop()
  const abort = new AbortController()
  const running = maker.render(path, { owner: 'a', cover: true, previews: all, signal: abort.signal })
  setTimeout(() => abort.abort(), 5)
  await expect(running).rejects.toThrow('aborted')
  expect(await maker.inspect(path, 'a')).toMatchObject({ state: 'ok', pageCount: 12 })
})

test('a child that is ended for having nothing to do is given no document any more', async () => {
  const path = await makePdf('soon.pdf', 1)
  const brief = createPreviewMaker({ children: 1, idleMs: 1 })
  expect(await brief.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  // Busy until its time limit: the next document arrives in the turn in which the worker ends, before its exit event.
  const next = new Promise((resolve) => setTimeout(resolve, 2))
  for (const until = performance.now() + 10; performance.now() < until; );
  await next
  expect(await brief.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  await brief.stop()
})

test('a signal to the whole group ends no child while its parent drains', async () => {
  const path = await makePdf('drained.pdf', 1)
  const draining = createPreviewMaker({ children: 1 })
  expect(await draining.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  const before = await childrenHere()
  for (const pid of before) {
    process.kill(pid, 'SIGTERM')
    process.kill(pid, 'SIGINT')
  }
  expect(await draining.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  expect(await childrenHere()).toEqual(before)
  await draining.stop()
})

test('a document is not blamed for a child that breaks of what was before it', async () => {
  const path = await makePdf('innocent.pdf', 1)
  const shared = createPreviewMaker({ children: 1 })
  expect(await shared.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  const before = await childrenHere()
  for (const pid of before) process.kill(pid, 'SIGSEGV')
  expect(await shared.inspect(path, 'a')).toMatchObject({ state: 'ok' })
  expect(await childrenHere()).not.toEqual(before)
  await shared.stop()
})

/** The children of this process that draw; none where the system does not say. */
async function childrenHere(): Promise<number[]> {
  const own = `/proc/${process.pid}/task/${process.pid}/children`
  const pids = (await readFile(own, 'utf8').catch(() => '')).trim().split(/\s+/).filter(Boolean)
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, at) => lines[at]?.includes('render-pdf')).map(Number)
}

test("slow documents of one owner hold up neither another's drawing nor anybody's looking", async () => {
  const slow = join(dir, 'slow.pdf')
  await writeFile(slow, await slowPdf())
  expect((await readFile(slow)).length).toBeLessThan(150_000)
  const quick = await makePdf('quick.pdf', 1)
  const two = createPreviewMaker({ children: 2 })
  const abort = new AbortController()
  const wanted = { cover: true, previews: all }
  const pile = [1, 2, 3, 4].map(() =>
    two.render(slow, { ...wanted, owner: 'a', signal: abort.signal }).catch((error: Error) => error.message),
  )
  let drawn = 0
  for (const slowly of pile) void slowly.then(() => drawn++)
  expect(await two.inspect(quick, 'b')).toMatchObject({ state: 'ok' })
  expect((await two.render(quick, { ...wanted, owner: 'b' })).previews).toHaveLength(1)
  expect(await two.inspect(quick, 'a')).toMatchObject({ state: 'ok' })
  expect(drawn).toBe(0)
  abort.abort()
  for (const outcome of await Promise.all(pile)) expect(outcome).toMatch(/abort/)
  await two.stop()
})

test('pictures: a usual one is kept small, one of an odd shape is not even unpacked', async () => {
  const path = join(dir, 'picture')
  await writeFile(
    path,
    await sharp({ create: { width: 3000, height: 300, channels: 3, background: '#0a6' } })
      .png()
      .toBuffer(),
  )
  expect(await sharp(await maker.picture(path, 'a')).metadata()).toMatchObject({
    width: 2400,
    height: 240,
    format: 'webp',
  })
  for (const [width, height] of [
    [1, 40_000_000],
    [40_000_000, 1],
    [9000, 9000],
  ] as const) {
    await writeFile(path, greyPng(width, height))
    const started = performance.now()
    expect(await maker.picture(path, 'a')).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(3000)
  }
})

/** The largest step between two neighbouring pixels of a row. */
async function steepest(picture: Buffer | undefined): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  let most = 0
  for (let at = 1; at < data.length; at += 1) {
    if (at % info.width !== 0) most = Math.max(most, Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)))
  }
  return most
}

async function reduced(picture: Buffer | undefined): Promise<Buffer> {
  return await sharp(picture).resize({ height: 500 }).toBuffer()
}

test('a stamp stands on every page; what is protected stays as it is', async () => {
  const source = await makePdf('sold.pdf', 3)
  const overlay = await readFile(await makePdf('overlay.pdf', 1))
  const target = join(dir, 'stamped.pdf')
  expect(await maker.stamp(source, { owner: 'a', overlay, target })).toBe(true)
  expect(await maker.inspect(target, 'a')).toMatchObject({ state: 'ok', pageCount: 3 })
  // What is drawn on top of page 3 is the overlay's one page.
  const task = {
    source: target,
    kind: 'pdf',
    ending: 'pdf',
    sniffed: ['pdf'],
    target: join(dir, 'clean.pdf'),
  } as const
  const read = await maker.examine(task, 'a', 1000)
  expect(read.state === 'ok' && read.text.match(/Seite 1/g)?.length).toBe(4)
  const locked = await makePdf('locked.pdf', 1, { userPassword: 'geheim' })
  expect(await maker.stamp(locked, { owner: 'a', overlay, target: join(dir, 'none.pdf') })).toBe(false)
  await expect(readFile(join(dir, 'none.pdf'))).rejects.toThrow()
})
