import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, docx, odt, type Parts, pptx } from '../../../../../tests/support/files.ts'
import { pdf } from '../../../../../tests/support/sheets.ts'
import { examineFile } from './examine.ts'

/* What other programs than Word, PowerPoint and Excel write into files, and where these write what they rarely do. */

const name = 'Ilse Beispiel'
const known = [name, 'ilse', 'SCHULE']
const library = await PDFiumLibrary.init()
let dir: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'makers-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function cleaned(ending: string, bytes: Buffer) {
  const [source, target] = [join(dir, `${++count}.${ending}`), join(dir, `${count}-clean`)]
  await writeFile(source, bytes)
  const sniffed = [ending, 'zip']
  const found = await examineFile(
    { task: 'examine', source, kind: 'office', ending, sniffed, target },
    library,
  )
  return { found, parts: unzipSync(await readFile(target)) }
}

function allOf(parts: Record<string, Uint8Array>): string {
  return Object.values(parts)
    .map((part) => Buffer.from(part))
    .map(
      (part) =>
        `${part.toString('latin1')}${part.toString('utf8')}${new TextDecoder('utf-16le').decode(part)}`,
    )
    .join('\n')
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const row = (id: string, type: string, target: string, isOut = false) =>
  `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${office}/${type}`}" Target="${target}"${isOut ? ' TargetMode="External"' : ''}/>`
const rels = (...rows: string[]) => `<Relationships xmlns="x">${rows.join('')}</Relationships>`
const word = (body: string, more: Parts = {}) =>
  docx(['Hallo'], { 'word/document.xml': `<w:document xmlns:w="w">${body}</w:document>`, ...more })
const xlsx = (more: Parts) =>
  archive({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', ...more })
const core = `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${name}</dc:creator></cp:coreProperties>`
const properties = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
const svg = (inside: string) =>
  word('', { 'word/media/a.svg': `<svg xmlns="http://www.w3.org/2000/svg">${inside}<rect/></svg>` })

const photo = (kind: 'avif' | 'tiff' | 'jpeg') =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
    .withExif({ IFD0: { Artist: name } })
    .toFormat(kind)
    .toBuffer()
const [avif, tiff, jpeg] = await Promise.all([photo('avif'), photo('tiff'), photo('jpeg')])
const sheet = await pdf(1, { info: { Author: name } })

describe('who made an Office file is not in it any more', () => {
  test.each<[string, string, Buffer]>([
    [
      'properties of another name (System.IO.Packaging)',
      'docx',
      docx(['Hallo'], {
        '_rels/.rels': rels(row('r1', properties, '/package/services/metadata/core-properties/ab.psmdcp')),
        'package/services/metadata/core-properties/ab.psmdcp': core,
      }),
    ],
    [
      'properties found by their relation',
      'docx',
      docx(['Hallo'], {
        '_rels/.rels': rels(row('r1', 'extended-properties', 'props/about.xml')),
        'props/about.xml': `<Properties><Company>${name}</Company></Properties>`,
      }),
    ],
    [
      'words set apart',
      'docx',
      docx(['Hallo'], { 'docProps/core.xml': core.replace(name, `<![CDATA[${name}]]>`) }),
    ],
    [
      'remarks',
      'docx',
      docx(['Hallo'], { 'word/styles.xml': `<w:styles xmlns:w="w"><!-- of ${name} --></w:styles>` }),
    ],
    [
      'variables that repeat a name',
      'docx',
      docx(['Hallo'], {
        'docProps/core.xml': core,
        'word/settings.xml': `<w:settings xmlns:w="w"><w:docVars><w:docVar w:name="Lehrkraft" w:val="${name}"/></w:docVars></w:settings>`,
      }),
    ],
    [
      'a field in one element',
      'docx',
      word('<w:fldSimple w:instr=" INCLUDEPICTURE &quot;C:\\\\Users\\\\ilse\\\\a.png&quot; "/>'),
    ],
    [
      'a path without quotes',
      'docx',
      word('<w:instrText> INCLUDETEXT C:\\\\Users\\\\ilse\\\\a.docx \\* M</w:instrText>'),
    ],
    [
      'a path in two pieces',
      'docx',
      word('<w:instrText> LINK x "C:\\\\Users\\\\ilse</w:instrText><w:instrText>\\\\a.xlsx" </w:instrText>'),
    ],
    ['a path of Word for Mac', 'docx', word('<pic descr="Macintosh HD:Users:ilse:Desktop:bild.png"/>')],
    [
      'a path with escapes',
      'docx',
      word('', {
        'word/_rels/document.xml.rels': rels(
          row('r1', 'hyperlink', 'file:///C:%5CUsers%5Cilse%5Ca.png', true),
        ),
      }),
    ],
    [
      'a path from here',
      'docx',
      word('', {
        'word/_rels/document.xml.rels': rels(row('r1', 'image', '../../../Users/ilse/a.png', true)),
      }),
    ],
    [
      'a server',
      'docx',
      word('', {
        'word/_rels/document.xml.rels': rels(row('r1', 'hyperlink', 'smb://SCHULE/ilse/a.png', true)),
      }),
    ],
    [
      'who counted a table',
      'xlsx',
      xlsx({ 'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition refreshedBy="${name}"/>` }),
    ],
    [
      'accounts of a database',
      'xlsx',
      xlsx({
        'xl/connections.xml':
          '<connections><connection id="1"><dbPr connection="Provider=X;User ID=ilse;Data Source=C:\\Users\\ilse\\x.accdb"/></connection></connections>',
      }),
    ],
    [
      'data of programs at a sheet',
      'xlsx',
      xlsx({
        'xl/worksheets/sheet1.xml':
          '<worksheet xmlns:r="r"><customProperties><customPr name="p" r:id="rId9"/></customProperties></worksheet>',
        'xl/worksheets/_rels/sheet1.xml.rels': rels(row('rId9', 'customProperty', '../customProperty1.bin')),
        'xl/customProperty1.bin': Buffer.from(name, 'utf16le'),
      }),
    ],
    [
      'earlier versions of LibreOffice',
      'odt',
      odt('Hallo', {
        'VersionList.xml': `<VL:version-list xmlns:VL="v"><VL:version-entry VL:creator="${name}"/></VL:version-list>`,
        'Versions/Version1': odt('Hallo', { 'meta.xml': `<m><dc:creator>${name}</dc:creator></m>` }),
      }),
    ],
    [
      'paths in settings of LibreOffice',
      'odt',
      odt('Hallo', {
        'settings.xml':
          '<s><config:config-item config:name="ColorTableURL">file:///home/ilse/.config/x.soc</config:config-item></s>',
      }),
    ],
    ['a PDF as a picture', 'odt', odt('Hallo', { 'Pictures/a.pdf': sheet })],
    ['an AVIF', 'docx', word('', { 'word/media/a.avif': avif })],
    [
      'a drawing with remarks and RDF',
      'docx',
      svg(`<!-- ${name} --><rdf:RDF><dc:creator>${name}</dc:creator></rdf:RDF>`),
    ],
    ['a drawing with the file of Illustrator', 'docx', svg(`<i:aipgf>${name}</i:aipgf>`)],
  ])('%s (%s)', async (_, ending, bytes) => {
    expect(known.some((each) => allOf(unzipSync(bytes)).includes(each))).toBe(true)
    const { found, parts } = await cleaned(ending, bytes)
    expect(found).toMatchObject({ state: 'ok', left: [] })
    for (const each of known) expect(allOf(parts)).not.toContain(each)
  })

  test('a photo in a drawing', async () => {
    const { parts } = await cleaned(
      'docx',
      svg(`<image href="data:image/jpeg;base64,${jpeg.toString('base64')}"/>`),
    )
    const [, packed = ''] =
      /base64,([^"]*)/.exec(Buffer.from(parts['word/media/a.svg'] ?? []).toString()) ?? []
    const inside = Buffer.from(packed, 'base64')
    expect(inside.includes(name)).toBe(false)
    expect((await sharp(inside).metadata()).width).toBe(64)
  })

  test('pictures are still to be seen', async () => {
    const { parts } = await cleaned('docx', word('', { 'word/media/a.avif': avif, 'word/media/a.tif': tiff }))
    for (const each of ['a.avif', 'a.tif']) {
      const seen = await sharp(parts[`word/media/${each}`]).removeAlpha().raw().toBuffer()
      expect(seen.length).toBe(64 * 64 * 3)
      expect(seen[0]).toBeCloseTo(0x33, -1)
    }
  })

  test.each(['rtf', 'htm', 'mht', 'eps'])('a document of another kind in it is said (%s)', async (ending) => {
    const { found } = await cleaned('docx', word('', { [`word/afchunk.${ending}`]: `{ ${name} }` }))
    expect(found).toMatchObject({ left: [{ name: `word/afchunk.${ending}`, reason: 'old_format' }] })
  })

  test('times, formats and addresses stay', async () => {
    const body =
      '<w:p a="2026-01-02T10:20:30.123Z" b="urn:example:names:a.bcd" c="0:00:01.50" d="https://a.example/Users/x"><w:instrText> TIME \\@ "HH:mm:ss.ff" HYPERLINK "https://a.example/b:c:d.png" \\* MERGEFORMAT </w:instrText></w:p>'
    const { parts } = await cleaned('docx', word(body))
    expect(Buffer.from(parts['word/document.xml'] ?? []).toString()).toContain(body)
  })

  test('who wrote a book that is quoted, and a property that is shown, stay', async () => {
    const content =
      '<office:c xmlns:office="o"><text:bibliography-mark text:author="Goethe"/><text:user-defined text:name="Info 1">Klasse 5</text:user-defined></office:c>'
    const { parts } = await cleaned('odt', odt('', { 'content.xml': content }))
    expect(Buffer.from(parts['content.xml'] ?? []).toString()).toBe(content)
  })
})

test('remarks of a presentation of OpenDocument', async () => {
  const bytes = Buffer.from(
    zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.presentation'), { level: 0 }],
      'content.xml': strToU8(
        `<o:c xmlns:o="o"><officeooo:annotation><dc:creator>${name}</dc:creator></officeooo:annotation><draw:image xlink:href="../../../home/ilse/a.png"/></o:c>`,
      ),
    }),
  )
  const { parts } = await cleaned('odp', bytes)
  for (const each of known) expect(allOf(parts)).not.toContain(each)
})

/** Parts of a recording in a presentation. */
const box = (kind: string, ...inside: (string | Buffer)[]) => {
  const body = Buffer.concat(inside.map((each) => Buffer.from(each)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}
const chunk = (kind: string, text: string | Buffer, isBig = false) => {
  const body = Buffer.from(text)
  const head = Buffer.alloc(8)
  head.write(kind, 0, 'latin1')
  if (isBig) head.writeUInt32BE(body.length, 4)
  else head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}
const asf = (id: string, body: Buffer) => {
  const head = Buffer.alloc(24)
  Buffer.from(id, 'hex').copy(head)
  head.writeBigUInt64LE(BigInt(body.length + 24), 16)
  return Buffer.concat([head, body])
}
const element = (id: string, ...inside: (string | Buffer)[]) => {
  const body = Buffer.concat(inside.map((each) => Buffer.from(each)))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const frames = Buffer.concat(
  Array.from({ length: 8 }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
)
const padded = (text: string, length: number) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc(length)]).subarray(0, length)
const comments = Buffer.concat([
  Buffer.from('000000000100000014000000', 'hex'),
  Buffer.from(`ARTIST=${name}`),
])
const id3 = Buffer.concat([Buffer.from('TPE1'), Buffer.from([0, 0, 0, 14, 0, 0, 0]), Buffer.from(name)])
const tagged = (mark: string) =>
  Buffer.concat([Buffer.from(mark), Buffer.from([4, 0, 0x10, 0, 0, 0, id3.length])])

test.each<[string, Buffer, string]>([
  [
    'a.mov',
    Buffer.concat([box('wide'), box('mdat', 'Ton'), box('moov', box('udta', box('xyz ', name)))]),
    'Ton',
  ],
  [
    'room.mp4',
    Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('free', name), box('mdat', 'Ton')]),
    'Ton',
  ],
  [
    'pieces.mp4',
    Buffer.concat([
      box('ftyp', 'isom\0\0\0\0isom'),
      box('moof', box('traf', box('meta', name))),
      box('mdat', 'Ton'),
    ]),
    'Ton',
  ],
  [
    'a.avi',
    chunk(
      'RIFF',
      Buffer.concat([Buffer.from('AVI '), chunk('LIST', `INFOIART${name}`), chunk('LIST', 'moviTon')]),
    ),
    'moviTon',
  ],
  [
    'room.wav',
    chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('JUNK', name), chunk('data', 'Ton')])),
    'Ton',
  ],
  [
    'a.aiff',
    chunk(
      'FORM',
      Buffer.concat([Buffer.from('AIFF'), chunk('AUTH', name, true), chunk('SSND', 'Ton', true)]),
      true,
    ),
    'Ton',
  ],
  [
    'a.flac',
    Buffer.concat([
      Buffer.from('fLaC'),
      Buffer.from([0, 0, 0, 2, 1, 1, 0x84, 0, 0, comments.length]),
      comments,
      Buffer.from('Ton'),
    ]),
    'Ton',
  ],
  [
    'a.wmv',
    Buffer.concat([
      asf(
        '3026b2758e66cf11a6d900aa0062ce6c',
        Buffer.concat([
          Buffer.alloc(6),
          asf('3326b2758e66cf11a6d900aa0062ce6c', Buffer.from(name, 'utf16le')),
        ]),
      ),
      Buffer.from('Ton'),
    ]),
    'Ton',
  ],
  ['behind.mp3', Buffer.concat([frames, tagged('ID3'), id3, tagged('3DI')]), ''],
  ['long.mp3', Buffer.concat([frames, padded(`TAG+${name}`, 227), padded(`TAG${name}`, 128)]), ''],
  ['words.mp3', Buffer.concat([frames, Buffer.from(`LYRICSBEGIN${name}LYRICSEND`), padded('TAG', 128)]), ''],
  [
    'live.webm',
    Buffer.concat([
      element('1a45dfa3', element('4282', 'webm')),
      Buffer.from('1853806701ffffffffffffff', 'hex'),
      element('ec', name),
      Buffer.from('1f43b67501ffffffffffffff', 'hex'),
      element('a3', 'Ton'),
      element('1254c367', name),
    ]),
    'Ton',
  ],
  [
    'vorbis.webm',
    Buffer.concat([
      element('1a45dfa3', element('4282', 'webm')),
      element(
        '1654ae6b',
        element(
          'ae',
          element(
            '63a2',
            Buffer.from([2, 30, 40]),
            '\x01vorbis',
            Buffer.alloc(23),
            '\x03vorbis',
            comments,
            '\x01',
            '\x05vorbisTon',
          ),
        ),
      ),
    ]),
    'vorbisTon',
  ],
])('a recording in a presentation says nobody’s name (%s)', async (part, bytes, stays) => {
  expect(`${bytes.toString('utf8')}${bytes.toString('utf16le')}`).toContain(name)
  const { parts } = await cleaned('pptx', pptx(['Eins'], { [`ppt/media/${part}`]: bytes }))
  const clean = Buffer.from(parts[`ppt/media/${part}`] ?? [])
  expect(`${clean.toString('utf8')}${clean.toString('utf16le')}`).not.toContain(name)
  expect(clean.indexOf(stays)).toBe(bytes.indexOf(stays))
  if (part.endsWith('.mp3')) expect(clean).toEqual(frames)
  else expect(clean.length).toBe(bytes.length)
})

test('a tag that says it is longer than its recording takes nothing of it', async () => {
  const tag = padded('APETAGEX', 32)
  tag.writeUInt32LE(0x7fffffff, 12)
  const bytes = Buffer.concat([frames, tag])
  const { parts } = await cleaned('pptx', pptx(['Eins'], { 'ppt/media/a.mp3': bytes }))
  expect(Buffer.from(parts['ppt/media/a.mp3'] ?? [])).toEqual(bytes)
})

test('a track of places beside the pictures is empty, the pictures are as they were', async () => {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')))
  const places = ['+52.5200+013.4050/', '+52.5201+013.4051/']
  const [start, size] = [28, places[0]?.length ?? 0]
  const table = box(
    'stbl',
    box('stsz', numbers(0, size, 2)),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stco', numbers(0, 2, start, start + size + 4)),
  )
  const film = Buffer.concat([
    box('ftyp', 'isom\0\0\0\0isom'),
    box('mdat', places[0] ?? '', 'Bild', places[1] ?? '', 'Ton'),
    box(
      'moov',
      box('trak', box('mdia', box('hdlr', numbers(0, 0), 'meta', Buffer.alloc(12)), box('minf', table))),
    ),
  ])
  const { parts } = await cleaned('pptx', pptx(['Eins'], { 'ppt/media/a.mp4': film }))
  const clean = Buffer.from(parts['ppt/media/a.mp4'] ?? []).toString('latin1')
  expect([clean.length, clean.includes('+52')]).toEqual([film.length, false])
  expect([clean.indexOf('Bild'), clean.indexOf('Ton')]).toEqual([start + size, start + 2 * size + 4])
})
