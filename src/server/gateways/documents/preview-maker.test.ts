import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreviewMaker } from './preview-maker.ts'

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

test('counts pages and draws the first ones within 500 px, the cover in 1000', async () => {
  const path = await makePdf('sheet.pdf', 14)
  expect(await maker.inspect(path)).toMatchObject({ state: 'ok', pageCount: 14 })
  const drawn = await maker.render(path, { cover: true, previews: 12 })
  expect(drawn.pageCount).toBe(14)
  expect(drawn.previews).toHaveLength(12)
  expect(drawn.previews[0]).toMatchObject({ width: 354, height: 500 })
  expect(drawn.cover).toMatchObject({ width: 707, height: 1000 })
  expect(await sharp(drawn.previews[0]?.data).metadata()).toMatchObject({
    width: 354,
    height: 500,
    format: 'webp',
  })
  // Something was drawn: the page is not one flat colour.
  expect((await sharp(drawn.cover?.data).stats()).channels[0]?.stdev).toBeGreaterThan(1)
})

test('says what a file tells screen readers: tags, title, language, wherever they stand', async () => {
  const accessible = { tagged: true, lang: 'de-DE', pdfVersion: '1.7', info: { Title: 'Brüche' } } as const
  const silent = await makePdf('silent.pdf', 1)
  expect(await maker.inspect(await makePdf('tagged.pdf', 1, accessible))).toMatchObject({
    traits: { isTagged: true, hasTitle: true, hasLanguage: true },
  })
  const nothing = { isTagged: false, hasTitle: false, hasLanguage: false }
  expect(await maker.inspect(silent)).toMatchObject({ traits: nothing })
  // Programs of today pack the catalog into an object stream.
  const bytes = await readFile(silent)
  const packed = (text: string | Buffer) =>
    Buffer.concat([bytes, Buffer.from('<</Type/ObjStm>>stream\r\n'), Buffer.from(text)])
  await writeFile(join(dir, 'packed.pdf'), packed(deflateSync('1 0 <</Type/Catalog/Lang (el)>>')))
  expect(await maker.inspect(join(dir, 'packed.pdf'))).toMatchObject({ traits: { hasLanguage: true } })
  for (const text of ['no packed bytes', deflateSync('/Lang ()'), deflateSync(Buffer.alloc(20_000_000))]) {
    await writeFile(join(dir, 'packed.pdf'), packed(text))
    expect(await maker.inspect(join(dir, 'packed.pdf'))).toMatchObject({ state: 'ok', traits: nothing })
  }
})

test('a page as wide as a banner stays within bounds', async () => {
  const path = await makePdf('banner.pdf', 1, { size: [14000, 70] })
  const drawn = await maker.render(path, { cover: false, previews: 1 })
  expect(drawn.previews[0]).toMatchObject({ width: 1000, height: 5 })
})

test('an encrypted file is told from one that is no PDF', async () => {
  expect(await maker.inspect(await makePdf('locked.pdf', 1, { userPassword: 'geheim' }))).toEqual({
    state: 'encrypted',
  })
  for (const [name, bytes] of [
    ['empty.pdf', Buffer.alloc(0)],
    ['fake.pdf', Buffer.from('this is a text with a wrong name')],
    ['marked.pdf', Buffer.from('%PDF-1.7\nand nothing else')],
  ] as const) {
    await writeFile(join(dir, name), bytes)
    expect(await maker.inspect(join(dir, name)), name).toEqual({ state: 'invalid' })
    await expect(maker.render(join(dir, name), { cover: true, previews: 1 })).rejects.toMatchObject({
      code: 'pdf_invalid',
    })
  }
})

test('a child that takes too long is ended, the next document gets a new one', async () => {
  const path = await makePdf('other.pdf', 12)
  const hasty = createPreviewMaker({ children: 1, timeoutMs: 1 })
  await expect(hasty.render(path, { cover: true, previews: 12 })).rejects.toThrow('too long')
  await hasty.stop()
  const abort = new AbortController()
  const running = maker.render(path, { cover: true, previews: 12, signal: abort.signal })
  setTimeout(() => abort.abort(), 5)
  await expect(running).rejects.toThrow('aborted')
  expect(await maker.inspect(path)).toMatchObject({ state: 'ok', pageCount: 12 })
})
