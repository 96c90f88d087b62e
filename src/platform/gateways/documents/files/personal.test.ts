import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, docx, odt, type Parts, pptx } from '../../../../../tests/support/files.ts'
import { pdf } from '../../../../../tests/support/sheets.ts'
import { examineFile } from './examine.ts'

const name = 'Ilse Beispiel'
const mail = 'ilse@schule.example'
const short = 'QZX'
const folder = 'C:\\Users\\ilse.beispiel\\Bilder'
const known = [name, mail, short, 'ilse.beispiel', 'Realschule am Bach']
const library = await PDFiumLibrary.init()
let dir: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'personal-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

type Kind = Parameters<typeof examineFile>[0]['kind']

async function cleaned(kind: Kind, ending: string, bytes: Buffer, sniffed = [ending, 'zip']) {
  const [source, target] = [join(dir, `${++count}.${ending}`), join(dir, `${count}-clean`)]
  await writeFile(source, bytes)
  const found = await examineFile({ task: 'examine', source, kind, ending, sniffed, target }, library)
  return { found, clean: await readFile(target).catch(() => bytes) }
}

/** All a file says, in all files in it. */
function allOf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes)
  if (file.readUInt32LE(0) !== 0x04034b50) return `${file.toString('utf8')}${file.toString('utf16le')}`
  return Object.entries(unzipSync(file))
    .map(([part, inside]) => `${part} ${inside.length > 3 ? allOf(inside) : ''}`)
    .join('\n')
}

/** Every relation leads to a part, every part in the list of types is there, and tags close. */
function expectWhole(bytes: Buffer): void {
  const parts = unzipSync(bytes)
  for (const [part, inside] of Object.entries(parts)) {
    const text = Buffer.from(inside).toString('utf8')
    if (/\.(xml|rels)$/.test(part)) {
      const opened = [...text.matchAll(/<[^!?/][^>]*[^/]>|<[^!?/]>/g)].length
      expect([part, [...text.matchAll(/<\//g)].length]).toEqual([part, opened])
    }
    for (const [, of = ''] of text.matchAll(/PartName="\/([^"]*)"/g)) expect(Object.keys(parts)).toContain(of)
    if (!part.endsWith('.rels')) continue
    const at = part.replace(/_rels\/[^/]*$/, '')
    for (const [row] of text.matchAll(/<\w*:?Relationship\s[^>]*>/g)) {
      const [, target = ''] = /Target="([^"]*)"/.exec(row) ?? []
      if (!row.includes('External'))
        expect(Object.keys(parts)).toContain(target.startsWith('/') ? target.slice(1) : `${at}${target}`)
    }
  }
}

const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#333' } })
  .jpeg()
  .withExif({ IFD0: { Artist: name } })
  .withMetadata({ orientation: 6 })
  .toBuffer()
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...rows: [id: string, type: string, target: string, external?: boolean][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(
      ([id, type, target, isOut]) =>
        `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${isOut ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`
const types = (...parts: string[]) =>
  `<?xml version="1.0"?><Types>${parts.map((part) => `<Override PartName="/${part}" ContentType="x"/>`).join('')}</Types>`
const xlsx = (more: Parts) =>
  archive({ '[Content_Types].xml': types('xl/workbook.xml'), 'xl/workbook.xml': '<workbook/>', ...more })

const oldDocument = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.from('WordDocument', 'utf16le'),
  Buffer.alloc(600),
])

describe('who made an Office file is not in it any more', () => {
  test.each<[string, string, Buffer]>([
    ['properties, changes', 'docx', docx(['Hallo'], {}, name)],
    [
      'people with accounts',
      'docx',
      docx(['Hallo'], {
        'word/people.xml': `<w15:people xmlns:w15="x"><w15:person w15:author="${name}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${mail}::1"/></w15:person></w15:people>`,
        'word/comments.xml': `<w:comments xmlns:w="x"><w:comment w:id="1" w:author="${name}" w:initials="${short}" w:date="2026-01-01T00:00:00Z"><w:p/></w:comment></w:comments>`,
      }),
    ],
    [
      'other prefixes and quotes',
      'docx',
      docx(['Hallo'], {
        'word/comments.xml': `<ns0:comments xmlns:ns0="x"><ns0:comment ns0:author='${name}' ns0:initials = "${short}"/></ns0:comments>`,
      }),
    ],
    [
      'UTF-16',
      'docx',
      docx(['Hallo'], {
        'word/people.xml': Buffer.from(
          `\ufeff<?xml version="1.0" encoding="UTF-16"?><p author="${name}"/>`,
          'utf16le',
        ),
      }),
    ],
    [
      'own properties, own data, a small picture',
      'docx',
      docx(['Hallo'], {
        '[Content_Types].xml': types('word/document.xml', 'docProps/custom.xml', 'customXml/itemProps1.xml'),
        '_rels/.rels': rels(
          ['r1', 'officeDocument', 'word/document.xml'],
          ['r2', 'custom-properties', 'docProps/custom.xml'],
          ['r3', 'metadata/thumbnail', 'docProps/thumbnail.jpeg'],
        ),
        'word/_rels/document.xml.rels': rels(['r1', 'customXml', '../customXml/item1.xml']),
        'docProps/custom.xml': `<Properties><property name="Lehrkraft">${name}</property></Properties>`,
        'docProps/thumbnail.jpeg': jpeg,
        'customXml/item1.xml': `<a>${name}</a>`,
        'customXml/itemProps1.xml': '<a/>',
        'customXml/_rels/item1.xml.rels': rels(['r1', 'customXmlProps', 'itemProps1.xml']),
      }),
    ],
    [
      'folders of pictures and links',
      'docx',
      docx(['Hallo'], {
        'word/document.xml': `<w:document xmlns:w="x"><w:instrText>INCLUDEPICTURE "C:\\\\Users\\\\ilse.beispiel\\\\a.png"</w:instrText><pic descr="${folder}\\a.png"/></w:document>`,
        'word/_rels/document.xml.rels': rels(['r1', 'image', `file:///${folder}\\a.png`, true]),
      }),
    ],
    [
      'a title that says it again',
      'docx',
      docx(['Hallo'], {
        'docProps/core.xml': `<cp:x xmlns:cp="x"><dc:title>Blatt - ${name}</dc:title><dc:creator>${name}</dc:creator></cp:x>`,
      }),
    ],
    [
      'authors of notes',
      'pptx',
      pptx(['Eins'], {
        'ppt/commentAuthors.xml': `<p:cmAuthorLst xmlns:p="x"><p:cmAuthor id="0" name="${name}" initials="${short}" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
        'ppt/authors.xml': `<p188:authorLst xmlns:p188="x"><p188:author id="{1}" name="${name}" initials="${short}" userId="S::${mail}" providerId="AD"/></p188:authorLst>`,
        'ppt/changesInfos/changesInfo1.xml': `<pc:chgInfo xmlns:pc="x"><pc:chgData name="${name}" userId="${mail}" providerId="AD"/></pc:chgInfo>`,
      }),
    ],
    [
      'a workbook',
      'xlsx',
      xlsx({
        'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="s"><fileSharing userName="${name}"/><mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="a" url="${folder}\\"/></mc:Choice></mc:AlternateContent></workbook>`,
        'xl/comments1.xml': `<comments><authors><author>${name}</author></authors></comments>`,
        'xl/persons/person.xml': `<personList><person displayName="${name}" id="{1}" userId="${mail}" providerId="AD"/></personList>`,
        'xl/worksheets/sheet1.xml':
          '<worksheet xmlns:r="r"><pageSetup orientation="portrait" r:id="rId1"/></worksheet>',
        'xl/worksheets/_rels/sheet1.xml.rels': rels([
          'rId1',
          'printerSettings',
          '../printerSettings/printerSettings1.bin',
        ]),
        'xl/printerSettings/printerSettings1.bin': Buffer.from(`\\\\srv\\${name}`, 'utf16le'),
      }),
    ],
    [
      'OpenDocument',
      'odt',
      odt('Hallo', {
        'meta.xml': `<office:document-meta xmlns:office="o"><meta:initial-creator>${name}</meta:initial-creator><meta:user-defined meta:name="x">${name}</meta:user-defined><meta:template xlink:href="file:///home/ilse.beispiel/v.ott"/></office:document-meta>`,
        'content.xml': `<office:c xmlns:office="o"><text:p>Hallo<office:annotation><dc:creator>${name}</dc:creator><meta:creator-initials>${short}</meta:creator-initials></office:annotation></text:p></office:c>`,
        'settings.xml': `<office:s xmlns:office="o"><config:config-item config:name="PrinterName">${name}</config:config-item></office:s>`,
        'Thumbnails/thumbnail.png': jpeg,
        'META-INF/manifest.xml':
          '<manifest:m xmlns:manifest="m"><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:m>',
      }),
    ],
    [
      'pictures',
      'docx',
      docx(['Hallo'], {
        'word/media/a.jpg': jpeg,
        'word/media/b.svg': `<svg><metadata>${name}</metadata></svg>`,
      }),
    ],
    [
      'files inside',
      'pptx',
      pptx(['Eins'], {
        'ppt/embeddings/a.xlsx': xlsx({
          'docProps/core.xml': `<c xmlns:dc="d"><dc:creator>${name}</dc:creator></c>`,
          'xl/media/a.jpg': jpeg,
        }),
      }),
    ],
  ])('%s (%s %#)', async (_, ending, bytes) => {
    expect(known.some((word) => allOf(bytes).includes(word))).toBe(true)
    const { found, clean } = await cleaned('office', ending, bytes)
    expect(found).toMatchObject({ state: 'ok', isCleaned: true, left: [] })
    for (const word of known) expect(allOf(clean)).not.toContain(word)
    expectWhole(clean)
  })

  test('what it says stays sign by sign, people can be told apart, a picture stays upright', async () => {
    const comments = `<w:comments xmlns:w="x"><w:comment w:author="${name}"><w:t xml:space="preserve"> Gut &amp; schön > 3 </w:t></w:comment><w:comment w:author="Otto"/><w:comment w:author="${name}"/></w:comments>`
    const { clean } = await cleaned(
      'office',
      'docx',
      docx(['Hallo'], { 'word/comments.xml': comments, 'word/media/a.jpg': jpeg }),
    )
    const parts = unzipSync(clean)
    expect(Buffer.from(parts['word/comments.xml'] ?? '').toString()).toMatch(
      /w:author="(Author \d)".* Gut &amp; schön > 3 .*w:author="(?!\1)Author \d".*w:author="\1"/,
    )
    expect((await sharp(parts['word/media/a.jpg']).metadata()).orientation).toBe(6)
  })

  test('a document in an old format within it is said', async () => {
    const { found } = await cleaned(
      'office',
      'docx',
      docx(['Hallo'], { 'word/embeddings/oleObject1.bin': oldDocument }),
    )
    expect(found).toMatchObject({ left: [{ name: 'word/embeddings/oleObject1.bin', reason: 'old_format' }] })
  })
})

describe('pictures', () => {
  test.each([300, 600])('%i dots an inch stay', async (dots) => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#333' } })
      .withExif({ IFD0: { Artist: name } })
      .withDensity(dots)
      .jpeg()
      .toBuffer()
    const { clean } = await cleaned('image', 'jpg', bytes, ['jpg'])
    expect(clean.includes(name)).toBe(false)
    expect((await sharp(clean).metadata()).density).toBe(dots)
  })

  test('colours for print stay such', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c03070' } })
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer()
    const { clean } = await cleaned('image', 'jpg', bytes, ['jpg'])
    expect((await sharp(clean).metadata()).space).toBe('cmyk')
    const seen = async (picture: Buffer) => [
      ...(await sharp(picture).toColourspace('srgb').raw().toBuffer()).subarray(0, 3),
    ]
    const [before, after] = [await seen(bytes), await seen(clean)]
    for (const [at, value] of before.entries()) expect(Math.abs(value - (after[at] ?? 0))).toBeLessThan(6)
  })

  test('a PNG of 16 bits stays one', async () => {
    const bytes = await sharp(Buffer.alloc(6 * 64, 77), {
      raw: { width: 8, height: 8, channels: 3, depth: 'ushort' },
    } as never)
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const { clean } = await cleaned('image', 'png', bytes, ['png'])
    expect((await sharp(clean).metadata()).depth).toBe((await sharp(bytes).metadata()).depth)
  })
})

const box = (kind: string, ...inside: (string | Buffer)[]) => {
  const body = Buffer.concat(inside.map((each) => Buffer.from(each)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}
const chunk = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(kind, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const padded = (text: string, length: number) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc(length)]).subarray(0, length)
const element = (id: string, ...inside: (string | Buffer)[]) => {
  const body = Buffer.concat(inside.map((each) => Buffer.from(each)))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + body.length, 0)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

test('files of a ZIP are cleaned, each as its kind, and what cannot be is named', async () => {
  const sound = Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0\0\x40', 'latin1'),
    padded(`TPE1 ${name}`, 64),
    padded('\xff', 417),
  ])
  sound.writeUInt32BE(0xfffb9000, 74)
  const bytes = archive({
    'Blatt/a.docx': docx(['Hallo'], {}, name),
    'Blatt/b.pdf': await pdf(1, { info: { Author: name } }),
    'bild.jpg': jpeg,
    'ton.mp3': sound,
    'lies mich.txt': 'Hallo',
    '__MACOSX/._a.docx': name,
    'alt.docx': docx(['Hallo'], { 'word/embeddings/oleObject1.bin': oldDocument }),
  })
  const { found, clean } = await cleaned('zip', 'zip', bytes, ['zip'])
  expect(found).toMatchObject({
    ...{ state: 'ok', isCleaned: true },
    left: [{ name: 'alt.docx/word/embeddings/oleObject1.bin', reason: 'old_format' }],
  })
  const parts = unzipSync(clean)
  expect(Object.keys(parts)).toEqual([
    'Blatt/a.docx',
    'Blatt/b.pdf',
    'bild.jpg',
    'ton.mp3',
    'lies mich.txt',
    'alt.docx',
  ])
  expect(allOf(clean)).not.toContain(name)
  expect(parts['ton.mp3']?.length).toBe(417)
})

describe('sound and film', () => {
  const frame = padded('', 417)
  frame.writeUInt32BE(0xfffb9000)
  const frames = Buffer.concat(Array.from({ length: 8 }, () => frame))
  const id3 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x40', 'latin1'), padded(`TPE1 ${name}`, 64)])
  const wave = Buffer.concat([
    chunk('fmt ', Buffer.from('0100010044ac000088580100020010 00'.replace(' ', ''), 'hex')),
    chunk('LIST', padded(`INFOIART${name}`, 40)),
    chunk('data', Buffer.alloc(64, 1)),
  ])
  const samples = 'Bild und Ton'
  test.each<[string, Kind, Buffer, string]>([
    ['mp3', 'audio', Buffer.concat([id3, frames, padded(`TAG${name}`, 128)]), ''],
    [
      'wav',
      'audio',
      Buffer.concat([
        Buffer.from('RIFF'),
        Buffer.from([wave.length + 4, 0, 0, 0]),
        Buffer.from('WAVE'),
        wave,
      ]),
      '',
    ],
    [
      'mp4',
      'video',
      Buffer.concat([
        box('ftyp', 'isom\0\0\0\0isom'),
        box(
          'moov',
          box('udta', box('meta', name)),
          box('trak', box('udta', name), box('mdia', box('hdlr', Buffer.alloc(24), name))),
        ),
        box('mdat', samples),
        box('uuid', name),
      ]),
      samples,
    ],
    [
      'webm',
      'video',
      Buffer.concat([
        element('1a45dfa3', element('4282', 'webm')),
        element(
          '18538067',
          element('1549a966', element('7ba9', name), element('4d80', 'x')),
          element('1254c367', name),
          element('1f43b675', samples),
        ),
      ]),
      samples,
    ],
  ])('%s', async (ending, kind, bytes, stays) => {
    expect(bytes.includes(name)).toBe(true)
    const { found, clean } = await cleaned(kind, ending, bytes, [ending])
    expect(found).toMatchObject({ state: 'ok', isCleaned: true })
    expect(clean.includes(name)).toBe(false)
    expect(clean.indexOf(stays)).toBe(bytes.indexOf(stays))
    expect((await cleaned(kind, ending, clean, [ending])).found).toMatchObject({ isCleaned: false })
  })
})
