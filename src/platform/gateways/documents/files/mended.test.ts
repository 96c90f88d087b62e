import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import type { FileKind, Findings } from '../documents.ts'
import { examineFile } from './examine.ts'

/** What can be mended is taken; what cannot is refused with the name of the file in the archive. */

const library = await PDFiumLibrary.init()
const dir = mkdtempSync(join(tmpdir(), 'mended-'))
afterAll(() => rmSync(dir, { recursive: true }))
const source = join(dir, 'source')
const target = join(dir, 'target')

async function examine(
  bytes: Uint8Array,
  ending: string,
  sniffed: string[] = [ending, 'zip'],
): Promise<Findings> {
  writeFileSync(source, bytes)
  await rm(target, { force: true })
  const kind: FileKind = ending === 'zip' ? 'zip' : 'office'
  return await examineFile({ task: 'examine', source, kind, ending, sniffed, target }, library)
}

const pdf = strToU8('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const zipped = (names: readonly string[], body: Uint8Array = pdf) =>
  zipSync(Object.fromEntries(names.map((name) => [name, body])), { level: 0 })
const namesIn = async () => Object.keys(unzipSync(await readFile(target)))

/** An archive whose names fflate would write otherwise: the same bytes with other signs of the same length. */
function renamed(bytes: Uint8Array, from: string, to: string): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1')
}

const names = { content: '[Content_Types].xml', relations: 'word/_rels/settings.xml.rels' }
const kind = 'application/vnd.openxmlformats-officedocument'
function office(main: string, part: string, more: Record<string, string> = {}): Uint8Array {
  const files: Record<string, string> = {
    [names.content]: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${kind}.${main}.main+xml"/></Types>`,
    '_rels/.rels': '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
    [part]: '<w:document xmlns:w="w"/>',
    ...more,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

test.each([
  ['Target="file:///C:\\Users\\ilse\\Vorlage.dotx" TargetMode="External"'],
  ['TargetMode="External" Target="https://schule.example/Vorlage.dotm"'],
])('a document made from a template loses the template and is taken (%s)', async (where) => {
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" ${where}/></Relationships>`
  const settings =
    '<w:settings xmlns:w="w" xmlns:r="r"><w:zoom w:percent="100"/><w:attachedTemplate r:id="rId1"/></w:settings>'
  const file = office('wordprocessingml.document', 'word/document.xml', {
    'word/settings.xml': settings,
    [names.relations]: relations,
  })
  expect(await examine(file, 'docx')).toMatchObject({ state: 'ok', isCleaned: true })
  const parts = unzipSync(await readFile(target))
  const text = Object.values(parts)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n')
  expect(text).not.toMatch(/template/i)
  expect(text).toContain('<w:zoom w:percent="100"/>')
})

test.each([
  'file:///C:\\Users\\ilse\\Noten%202026.xlsx',
  '\\\\SRV\\ilse\\Noten%202026.xlsx',
  'https://ilse.example/a/Noten%202026.xlsx',
  '/Users/ilse/Noten%202026.xlsx',
  'Noten%202026.xlsx',
])('a workbook that counts with another one is taken and knows its name alone (%s)', async (place) => {
  const links = 'xl/externalLinks/_rels/externalLink1.xml.rels'
  const file = office('spreadsheetml.sheet', 'xl/workbook.xml', {
    'xl/externalLinks/externalLink1.xml':
      '<externalLink xmlns:r="r"><externalBook r:id="rId1"/></externalLink>',
    [links]: `<Relationships xmlns="x"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" Target="${place}" TargetMode="External"/></Relationships>`,
  })
  expect(await examine(file, 'xlsx')).toMatchObject({ state: 'ok', isCleaned: true })
  const text = Buffer.from(unzipSync(await readFile(target))[links] ?? []).toString()
  expect(text).toContain('Target="Noten%202026.xlsx"')
})

test.each([
  [
    'xlsx',
    'xl/externalLinks/externalLink1.xml',
    '<externalLink><ddeLink ddeService="cmd" ddeTopic="/C calc"/></externalLink>',
  ],
  ['docx', 'word/footer1.xml', '<ns0:ftr><ns0:instrText> DDEAUTO c:\\\\x.exe </ns0:instrText></ns0:ftr>'],
  ['docx', 'word/footer1.xml', '<w:ftr><w:fldSimple w:instr=" DDE cmd x"/></w:ftr>'],
])('what starts a program by data exchange is refused (%s %#)', async (ending, part, text) => {
  const [kind, main] =
    ending === 'xlsx'
      ? ['spreadsheetml.sheet', 'xl/workbook.xml']
      : ['wordprocessingml.document', 'word/document.xml']
  expect(await examine(office(kind, main, { [part]: text }), ending)).toMatchObject({
    ...{ state: 'refused', code: 'file_active' },
  })
})

test.each([
  ['presentationml.slideshow', 'ppt/presentation.xml', 'pptx', 'presentationml.presentation'],
  ['presentationml.template', 'ppt/presentation.xml', 'pptx', 'presentationml.presentation'],
  ['wordprocessingml.template', 'word/document.xml', 'docx', 'wordprocessingml.document'],
  ['spreadsheetml.template', 'xl/workbook.xml', 'xlsx', 'spreadsheetml.sheet'],
])('%s that was called .%s becomes what it is called', async (main, part, ending, meant) => {
  const sniffed = {
    pptx: ['pptx', 'ppsx', 'potx', 'zip'],
    docx: ['docx', 'dotx', 'zip'],
    xlsx: ['xlsx', 'xltx', 'zip'],
  }
  const found = await examine(office(main, part), ending, sniffed[ending as keyof typeof sniffed])
  expect(found).toMatchObject({ state: 'ok' })
  const types = Buffer.from(unzipSync(await readFile(target))[names.content] ?? []).toString()
  expect(types).toContain(`${kind}.${meant}.main+xml`)
})

test('bytes behind the end of a file are left behind', async () => {
  for (const behind of ['\0', '\r\n', 'x'.repeat(60_000)]) {
    const file = Buffer.concat([zipped(['a.pdf']), Buffer.from(behind)])
    expect(await examine(file, 'zip')).toMatchObject({ state: 'ok', isCleaned: true })
    expect((await readFile(target)).length).toBeLessThan(1000)
    const word = Buffer.concat([
      office('wordprocessingml.document', 'word/document.xml'),
      Buffer.from(behind),
    ])
    expect(await examine(word, 'docx')).toMatchObject({ state: 'ok' })
  }
})

test.each([
  [
    ['Station 1./a.pdf', 'Station 2./b.pdf'],
    ['Station 1/a.pdf', 'Station 2/b.pdf'],
  ],
  [['Klasse 3 /a.pdf'], ['Klasse 3/a.pdf']],
  [['Blatt.pdf', '._Blatt.pdf', '.DS_Store', '__MACOSX/._Blatt.pdf'], ['Blatt.pdf']],
  [['a/Blatt.pdf', 'a/Thumbs.db', 'desktop.ini', 'a/~$Blatt.docx'], ['a/Blatt.pdf']],
  [['a/Blatt.pdf', 'a/.~lock.Blatt.odt#', 'a/Icon\r', '$RECYCLE.BIN/x.pdf', 'Blatt.lnk'], ['a/Blatt.pdf']],
  [
    ['./Blatt.pdf', './a//b.pdf'],
    ['Blatt.pdf', 'a/b.pdf'],
  ],
  [['1:1 <Was ist das?>.pdf'], ['1_1 _Was ist das__.pdf']],
])('an archive with %j is sold with %j', async (given, sold) => {
  expect(await examine(zipped(given), 'zip')).toMatchObject({ state: 'ok', isCleaned: true })
  expect(await namesIn()).toEqual(sold)
})

test.each([
  ['UTF-8 of a Mac', '4772c3b6c39f65', 'Größe'],
  ['letters and marks of a Mac', '47726fcc88737365', 'Gro\u0308sse'],
  ['German Windows', '477294e165209a62756e67', 'Größe Übung'],
  ['French Windows', 'b7206c697265', 'À lire'],
  ['Greek Windows', '94e7a2a2a6209ca89a98a9e598aa', 'Φύλλο εργασίας'],
  ['windows-1252', 'c96ce8766520e02063f474e9', 'Élève à côté'],
  ['windows-1253', 'd6fdebebef20e5f1e3e1f3dfe1f2', 'Φύλλο εργασίας'],
])('names are read in what they are written in (%s)', async (_, hex, name) => {
  const bytes = Buffer.from(hex, 'hex')
  const stand = 'x'.repeat(bytes.length)
  const file = renamed(zipped([`${stand}.pdf`]), stand, bytes.toString('latin1'))
  expect(await examine(file, 'zip')).toMatchObject({ state: 'ok' })
  expect(await namesIn()).toEqual([`${name}.pdf`])
})

test('backslashes between folders become slashes', async () => {
  expect(await examine(renamed(zipped(['Ordner/a.pdf']), 'Ordner/a', 'Ordner\\a'), 'zip')).toMatchObject({
    state: 'ok',
  })
  expect(await namesIn()).toEqual(['Ordner/a.pdf'])
})

test('a text is one, whatever it begins with, and stays sign by sign', async () => {
  const text = (words: string) => zipSync({ 'lies.txt': strToU8(words) })
  for (const words of ['BMI und Gewicht\r\n', 'GIF und JPG', '', 'Größe', '<?xml version="1.0"?><a/>']) {
    expect(await examine(text(words), 'zip')).toMatchObject({ state: 'ok', left: [] })
    expect(unzipSync(await readFile(target))['lies.txt']).toEqual(strToU8(words))
  }
  expect(
    await examine(zipSync({ 'lies.txt': new Uint8Array([0x42, 0x4d, 0, 0, 1, 2, 3, 0, 0, 0]) }), 'zip'),
  ).toEqual({
    state: 'refused',
    code: 'zip_content',
    entry: 'lies.txt',
  })
})

test.each([
  [zipped(['gut.pdf', 'Ordner/böse.exe']), 'zip_content', 'Ordner/böse.exe'],
  [zipped(['gut.pdf', 'con.pdf']), 'zip_names', 'con.pdf'],
  [zipped(['Blatt.pdf', 'BLATT.pdf']), 'zip_names', 'BLATT.pdf'],
  [zipped(['Blatt?.pdf', 'Blatt_.pdf']), 'zip_names', 'Blatt_.pdf'],
  [zipped(['Station 1./a.pdf', 'Station 1/a.pdf']), 'zip_names', 'Station 1/a.pdf'],
  [zipped(['gut.pdf', 'Ordner/bild.png']), 'zip_content', 'Ordner/bild.png'],
  [renamed(zipped(['gut.pdf', 'xx/a.pdf']), 'xx/a', '../a'), 'zip_names', '../a.pdf'],
])('what is refused is named (%#)', async (file, code, entry) => {
  expect(await examine(file, 'zip')).toEqual({ state: 'refused', code, entry })
})
