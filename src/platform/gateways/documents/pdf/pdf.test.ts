import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateSync, inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../../../../../tests/support/sheets.ts'
import { createPreviewMaker } from '../previews/preview-maker.ts'

const name = 'Ilse Beispiel'
const maker = createPreviewMaker({ children: 1 })
const library = await PDFiumLibrary.init()
let dir: string
let overlay: Buffer
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pdf-'))
  const document = new PDFDocument({ size: [80, 10], margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => document.on('end', resolve))
  document.fontSize(7).text('Frau K. 4711', 0, 1)
  document.end()
  await done
  overlay = Buffer.concat(chunks)
})
afterAll(async () => {
  await maker.stop()
  await rm(dir, { recursive: true, force: true })
})

type Piece = string | { dict: string; body: string | Uint8Array }

/** A PDF of objects 1, 2, 3 ... as they are given, with no table: every reader makes its own. */
function raw(pieces: readonly Piece[], trailer = ''): Buffer {
  const objects = pieces.map((piece, index) => {
    const { dict, body } = typeof piece === 'string' ? { dict: piece, body: undefined } : piece
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const head = bytes ? `${dict.replace(/>>$/, `/Length ${bytes.length} >>`)}\nstream\n` : dict
    return Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n${head}`),
      bytes ?? Buffer.alloc(0),
      Buffer.from(`${bytes ? '\nendstream' : ''}\nendobj\n`),
    ])
  })
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects,
    Buffer.from(`trailer\n<< /Size ${pieces.length + 1} /Root 1 0 R ${trailer} >>\n%%EOF\n`),
  ])
}

/** One page; `page` and `pages` are more of what these say. */
function sheet({
  catalog = '',
  pages = '',
  page = '',
  drawing = 'BT /F1 24 Tf 72 400 Td (Hallo) Tj ET',
} = {}): Piece[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page} >>`,
    { dict: '<< >>', body: drawing },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
}
const a4 = '/MediaBox [0 0 595 842]'

async function examined(bytes: Buffer) {
  const [source, target] = [join(dir, `${++count}.pdf`), join(dir, `${count}-clean.pdf`)]
  await writeFile(source, bytes)
  const found = await maker.examine(
    { source, kind: 'pdf', ending: 'pdf', sniffed: ['pdf'], target },
    'a',
    bytes.length,
  )
  return { found, clean: await readFile(target).catch(() => undefined) }
}

/** Everything a file says, as far as it can be unpacked. */
function unpacked(file: Buffer): string {
  const pieces = [file]
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6))
    for (const from of [at + 7, at + 8])
      try {
        pieces.push(inflated(file.subarray(from)))
      } catch {
        // Not packed.
      }
  return pieces
    .map((piece) => `${piece.toString('latin1')}${piece.toString('utf16le')}`.replaceAll('\0', ''))
    .join('\n')
}
const inflated = (bytes: Buffer) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })

const xmp = (inside: string, attributes = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`
const creator = xmp(`<dc:creator><rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq></dc:creator>`)
const metadata = (body: string | Uint8Array, dict = '') => ({
  dict: `<< /Type /Metadata /Subtype /XML ${dict} >>`,
  body,
})
const hex = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#333' } })
  .jpeg()
  .withExif({ IFD0: { Artist: name } })
  .toBuffer()

describe('who made a PDF is not in it any more', () => {
  const info = (entries: string) => raw([...sheet({ page: a4 }), `<< ${entries} >>`], '/Info 6 0 R')
  const packedInfo = Buffer.from(`6 0 << /Title (${name}: Blatt) /Author (${name}) /Manager ${hex(name)} >>`)
  test.each<[string, Buffer]>([
    ['properties', info(`/Author (${name}) /Title (Blatt)`)],
    ['properties by other spelling', info(`/Auth#6fr (${name}) /Comp#61ny (${name})`)],
    ['properties of its own', info(`/Company (${name}) /Manager (${name}) /Lehrkraft (${name})`)],
    ['UTF-16', info(`/Author ${hex(name)}`)],
    [
      'an object stream',
      raw(
        [
          ...sheet({ page: a4 }),
          'null',
          { dict: '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>', body: deflateSync(packedInfo) },
          {
            dict: '<< /Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Info 6 0 R >>',
            body: Buffer.alloc(36),
          },
        ],
        '/Info 6 0 R',
      ),
    ],
    ['metadata', raw([...sheet({ page: a4, catalog: '/Metadata 6 0 R' }), metadata(creator)])],
    [
      'packed metadata',
      raw([
        ...sheet({ page: a4, catalog: '/Metadata 6 0 R' }),
        metadata(deflateSync(creator), '/Filter /FlateDecode'),
      ]),
    ],
    [
      'metadata in UTF-16',
      raw([
        ...sheet({ page: a4, catalog: '/Metadata 6 0 R' }),
        metadata(Buffer.from(`\ufeff${creator}`, 'utf16le').swap16()),
      ]),
    ],
    [
      'metadata in attributes',
      raw([
        ...sheet({ page: a4, catalog: '/Metadata 6 0 R' }),
        metadata(xmp('', `pdf:Author="${name}" xmp:x="${name}"`)),
      ]),
    ],
    ['metadata of a page', raw([...sheet({ page: `${a4} /Metadata 6 0 R` }), metadata(creator)])],
    [
      'a note',
      raw([
        ...sheet({ page: `${a4} /Annots [6 0 R]` }),
        `<< /Type /Annot /Subtype /Text /Rect [9 9 30 30] /T (${name}) /Contents (Gut!) >>`,
      ]),
    ],
    ['private data of a program', raw(sheet({ page: `${a4} /PieceInfo << /X << /Private (${name}) >> >>` }))],
    [
      'a picture',
      raw([
        ...sheet({ page: `${a4} /Thumb 6 0 R` }),
        {
          dict: '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode >>',
          body: jpeg,
        },
      ]),
    ],
    [
      'a picture that is packed once more',
      raw([
        ...sheet({ page: `${a4} /Thumb 6 0 R` }),
        {
          dict: '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /DCTDecode] >>',
          body: deflateSync(jpeg),
        },
      ]),
    ],
    ['an earlier version', raw([...sheet({ page: a4 }), `<< /Author (${name}) >>`])],
    ['folders', info(`/Title (C:\\\\Users\\\\${name}\\\\Blatt.docx)`)],
    ['folders of a Mac', info(`/Title (Macintosh HD:Users:${name}:Blatt.docx)`)],
  ])('%s', async (_, bytes) => {
    const { found, clean } = await examined(bytes)
    expect(found).toMatchObject({ state: 'ok', isCleaned: true, left: [], text: 'Hallo' })
    expect(unpacked(clean ?? bytes)).not.toContain(name)
  })

  test('what it is about stays, and what tells screen readers', async () => {
    const before = await pdf(2, {
      ...{ tagged: true, lang: 'de', pdfVersion: '1.7' },
      info: { Author: name, Title: 'Brüche', Keywords: 'Klasse 6' },
    })
    const { found, clean } = await examined(before)
    expect(found).toMatchObject({
      pageCount: 2,
      traits: { isTagged: true, hasTitle: true, hasLanguage: true },
    })
    const again = await examined(clean ?? before)
    expect(again.found).toMatchObject({
      pageCount: 2,
      traits: { isTagged: true, hasTitle: true, hasLanguage: true },
    })
    expect(unpacked(clean ?? before)).not.toContain(name)
  })

  test('title and language of the metadata stay, and nobody’s name takes their place', async () => {
    const words = xmp(
      `<dc:creator><rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Brüche</rdf:li></rdf:Alt></dc:title><dc:language><rdf:Bag><rdf:li>de-DE</rdf:li></rdf:Bag></dc:language>`,
    )
    const file = (body: string) => raw([...sheet({ page: a4, catalog: '/Metadata 6 0 R' }), metadata(body)])
    const { clean } = await examined(file(words))
    expect(Buffer.from(unpacked(clean ?? Buffer.alloc(0)), 'latin1').toString()).toMatch(/Brüche.*de-DE/)
    const odd = words.replace(
      /(<dc:creator>.*<\/dc:creator>)<dc:title>.*<\/dc:title>/,
      '<dc:title>x</dc:title>$1',
    )
    expect(unpacked((await examined(file(odd))).clean ?? Buffer.from(name))).not.toContain(name)
  })

  test('a form keeps the names of its fields', async () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [9 9 99 30] /T (Antwort) >>'
    const form = sheet({ page: `${a4} /Annots [6 0 R]`, catalog: '/AcroForm << /Fields [6 0 R] >>' })
    expect(unpacked((await examined(raw([...form, field]))).clean ?? Buffer.alloc(0))).toContain('(Antwort)')
  })

  test.each([
    [
      'signed',
      sheet({
        page: a4,
        catalog: '/AcroForm << /Fields [ << /FT /Sig /V << /Type /Sig /ByteRange [0 1 2 3] >> >> ] >>',
      }),
    ],
    ['form', sheet({ page: a4, catalog: '/AcroForm << /Fields [] /XFA (x) >>' })],
  ] as const)('what is %s stays as it is, and that is said', async (reason, pieces) => {
    const { found, clean } = await examined(raw(pieces))
    expect(found).toMatchObject({ state: 'ok', isCleaned: false, left: [{ name: null, reason }] })
    expect(clean).toBeUndefined()
  })

  test('what is protected stays as it is, and that is said', async () => {
    const { found } = await examined(await pdf(1, { ownerPassword: 'geheim', pdfVersion: '1.4' }))
    expect(found).toMatchObject({ isCleaned: false, left: [{ reason: 'protected' }] })
  })
})

describe('the stamp of a buyer is seen at the foot, upright', () => {
  test.each<[string, Piece[]]>([
    ['an ordinary page', sheet({ page: a4 })],
    ...[90, 180, 270, -90, 450].map((turn): [string, Piece[]] => [
      `turned by ${turn}`,
      sheet({ page: `${a4} /Rotate ${turn}` }),
    ]),
    ['turned by less than a quarter', sheet({ page: `${a4} /Rotate 45` })],
    ['turned by the tree', sheet({ page: a4, pages: '/Rotate 90' })],
    ['a media box of the tree with another origin', sheet({ pages: '/MediaBox [-300 -400 295 442]' })],
    ['a crop box of the tree', sheet({ pages: '/MediaBox [0 0 595 842] /CropBox [100 200 500 700]' })],
    ['corners the other way round', sheet({ page: '/MediaBox [595 842 0 0] /CropBox [500 700 100 200]' })],
    ['a crop box that leaves the paper', sheet({ page: `${a4} /CropBox [-200 -300 400 600]` })],
    ['no size', sheet()],
    ['units of its own', sheet({ page: '/MediaBox [0 0 298 421] /UserUnit 2' })],
    ['a small card', sheet({ page: '/MediaBox [0 0 90 60]' })],
    ['a clip that stays', sheet({ page: a4, drawing: '100 300 300 200 re W n' })],
    ['saved states that stay', sheet({ page: a4, drawing: 'q 0 0 1 1 re W n q 5 0 0 5 900 900 cm q' })],
    ['more restored than saved', sheet({ page: a4, drawing: 'Q Q 0 0 1 1 re W n .1 0 0 .1 9 9 cm' })],
    [
      'a text that does not end',
      sheet({ page: a4, drawing: '/Span BMC BT /F1 24 Tf 3 Tr 72 400 Td (Q q) Tj' }),
    ],
    [
      'a picture within the drawing',
      sheet({
        page: a4,
        drawing: 'q 9 0 0 9 200 600 cm BI /W 4 /H 1 /BPC 8 /CS /G ID q q  EI 0 0 1 1 re W n',
      }),
    ],
    [
      'a note that lies over the foot',
      [
        ...sheet({ page: `${a4} /Rotate 90 /Annots [6 0 R]` }),
        '<< /Type /Annot /Subtype /Square /Rect [400 0 595 842] /F 4 /AP << /N 7 0 R >> >>',
        { dict: '<< /Type /XObject /Subtype /Form /BBox [400 0 595 842] >>', body: '1 g 400 0 195 842 re f' },
      ],
    ],
    [
      'a field of a form at the foot',
      [
        ...sheet({ page: `${a4} /Annots [6 0 R]`, catalog: '/AcroForm << /Fields [6 0 R] >>' }),
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 595 24] /F 4 /AP << /N 7 0 R >> >>',
        { dict: '<< /Type /XObject /Subtype /Form /BBox [0 0 595 24] >>', body: '1 g 0 0 595 24 re f' },
      ],
    ],
    ['a dark page', sheet({ page: a4, drawing: '1 g 0 0 595 842 re f 0 g 0 400 595 442 re f' })],
    ['a page without drawing', [sheet()[0] ?? '', sheet()[1] ?? '', `<< /Type /Page /Parent 2 0 R ${a4} >>`]],
  ])('%s', async (_, pieces) => {
    const [source, target] = [join(dir, `${++count}.pdf`), join(dir, `${count}-stamped.pdf`)]
    await writeFile(source, raw(pieces))
    expect(await maker.stamp(source, { owner: 'a', overlay, target })).toBe(true)
    const document = await library.loadDocument(await readFile(target))
    const page = document.getPage(0)
    expect(page.getText()).toContain('Frau K. 4711')
    const { data, width, height } = (await page.render({
      scale: 4,
      renderFormFields: true,
      render: async (each) => new Uint8Array(each.data),
    })) as unknown as { data: Uint8Array; width: number; height: number }
    document.destroy()
    // Dark dots of the lowest twentieth: a line much longer than it is high, at the left.
    const [xs, ys]: [number[], number[]] = [[], []]
    for (let y = Math.floor(height - Math.max(height / 10, 80)); y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if ((data[(y * width + x) * 4] ?? 255) < 128) {
          xs.push(x)
          ys.push(y)
        }
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
    expect(xs.length).toBeGreaterThan(20)
    expect(wide).toBeGreaterThan(4 * high)
    expect(Math.min(...xs)).toBeLessThan(width / 8)
  })

  test('what says that nothing was added is not stamped', async () => {
    const source = join(dir, 'signed.pdf')
    const signed = '/AcroForm << /Fields [ << /FT /Sig /V << /Type /Sig /ByteRange [0 1 2 3] >> >> ] >>'
    await writeFile(source, raw(sheet({ page: a4, catalog: signed })))
    expect(await maker.stamp(source, { owner: 'a', overlay, target: join(dir, 'none') })).toBe(false)
  })
})
