import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { downloadUrl } from '#shop/selling/materials/server/files/download.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { archive, docx, eicar, odt, pptx, rawArchive } from '../support/files.ts'
import { multipart } from '../support/http-client.ts'
import { greyPng, pdf, pdfWithFile, pdfWithLaunch, pdfWithScript } from '../support/sheets.ts'

/** Every kind of file an author has, and what is sent to break us: quality.md D2, groups 62 to 69 and 72 to 74. */

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  await seller.client.get('/api/v1/csrf')
})
afterAll(() => app.close())

async function upload(fileName: string, body: Buffer, mediaType = 'application/octet-stream') {
  const form = multipart([
    { name: 'title', value: 'Blatt' },
    { name: 'files', value: { fileName, mediaType, body } },
  ])
  return seller.client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    body: form.body,
    headers: {
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': seller.client.cookies.get('csrf') ?? '',
    },
  })
}

/** The bytes a buyer would get. */
async function storedBytes(fileName: string, body: Buffer): Promise<Buffer> {
  const answer = await upload(fileName, body)
  expect(answer.status, answer.text).toBe(201)
  const { materialId } = answer.json<{ materialId: number }>()
  const row = await app.deps.db
    .selectFrom('material_file')
    .select(['id', 'sha256', 'size_bytes'])
    .where('material_id', '=', materialId)
    .executeTakeFirstOrThrow()
  const link = downloadUrl({ ...app.deps, world: 'de' }, { accountId: seller.id, fileId: row.id })
  const given = await seller.client.get(link)
  expect(given.body.length).toBe(Number(row.size_bytes))
  expect(given.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringMatching(/^attachment/),
  })
  return given.body
}

async function stored(): Promise<number> {
  const all = await readdir(join(app.deps.env.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).length
}

const jpeg = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#0a6' } })
    .withExif({ IFD0: { Artist: 'Petra Beispiel' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .jpeg()
    .toBuffer()
const png = (width = 40, height = 30) => greyPng(width, height)
const mp3 = (more = Buffer.alloc(0)) =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'),
    Buffer.alloc(10),
    Buffer.from('fffb9064', 'hex'),
    Buffer.alloc(600),
    more,
  ])
const mp4 = () =>
  Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(500)])

describe('files authors have', () => {
  test('a Word document keeps its words and loses who wrote it', async () => {
    const bytes = await storedBytes(
      'wortarten.docx',
      docx(['Nomen &amp; Verben'], { 'word/media/image1.png': png() }),
    )
    const parts = unzipSync(bytes)
    expect(Object.keys(parts)).toContain('word/media/image1.png')
    expect(Buffer.from(parts['word/document.xml'] ?? []).toString()).toContain('Nomen &amp; Verben')
    expect(Buffer.concat(Object.values(parts)).includes('Petra')).toBe(false)
    expect(Buffer.from(parts['docProps/core.xml'] ?? []).toString()).toContain('<dc:title>Blatt</dc:title>')
  })

  test('OpenDocument and PowerPoint, too', async () => {
    const parts = unzipSync(await storedBytes('text.odt', odt('Wortarten')))
    expect(Object.keys(parts)[0]).toBe('mimetype')
    expect(Buffer.concat(Object.values(parts)).includes('Petra')).toBe(false)
    await storedBytes('folien.pptx', pptx(['Eins', 'Zwei']))
  })

  test('a picture is upright, as large as it was, and says nothing of where it was taken', async () => {
    const bytes = await storedBytes('bild.jpg', await jpeg())
    const { width, height, exif } = await sharp(bytes).metadata()
    expect([width, height, exif]).toEqual([400, 300, undefined])
  })

  test('a PDF loses its author and nothing else', async () => {
    const made = await pdf(3, { info: { Author: 'Petra Beispiel', Title: 'Brüche' } })
    expect(made.includes('Petra')).toBe(true)
    const bytes = await storedBytes('brueche.pdf', made)
    expect([bytes.includes('Petra'), bytes.toString('latin1', 0, 5)]).toEqual([false, '%PDF-'])
    expect(await storedBytes('nochmal.pdf', bytes)).toEqual(bytes)
  })

  test('sound loses its tags and nothing else', async () => {
    const sound = mp3()
    const bytes = await storedBytes('ton.mp3', sound)
    expect(bytes.length).toBeLessThan(sound.length)
    expect(sound.subarray(sound.length - bytes.length)).toEqual(bytes)
  })

  test('what systems put into archives by themselves is left out, and so is the template of a document', async () => {
    const mac = archive({ 'a.txt': 'Hallo', '__MACOSX/._a.txt': new Uint8Array(20), '.DS_Store': 'x' })
    expect(Object.keys(unzipSync(await storedBytes('mac.zip', mac)))).toEqual(['a.txt'])
    const relations = external('attachedTemplate', 'https://schule.example/t.dotm')
    const word = docx(['Eins'], { 'word/_rels/settings.xml.rels': relations })
    const parts = unzipSync(await storedBytes('vorlage.docx', word))
    expect(Buffer.from(parts['word/_rels/settings.xml.rels'] ?? []).toString()).not.toContain(
      'attachedTemplate',
    )
  })

  test('a refusal names the file in the archive, in the words of the world', async () => {
    const { error } = (
      await upload('Sammlung.zip', archive({ 'a.txt': 'Hallo', 'Ordner/x.exe': 'x' }))
    ).json<{
      error: { code: string; message: string; entry: string }
    }>()
    expect(error).toMatchObject({ code: 'zip_content', entry: 'Sammlung.zip: Ordner/x.exe' })
    expect(error.message).toContain('Es geht um: Sammlung.zip: Ordner/x.exe')
  })

  test('a film without tags is kept as it is', async () => {
    expect(await storedBytes('film.mp4', mp4())).toEqual(mp4())
  })

  test('files of a ZIP lose their authors, and what systems leave beside them', async () => {
    const made = archive({
      'Blatt/text.docx': docx(['Eins']),
      'lies mich.txt': 'Hallo',
      'bild.png': png(),
      '__MACOSX/._a.txt': new Uint8Array(20),
      '.DS_Store': 'x',
    })
    const parts = unzipSync(await storedBytes('sammlung.zip', made))
    expect(Object.keys(parts)).toEqual(['Blatt/text.docx', 'lies mich.txt', 'bild.png'])
    expect(Buffer.from(parts['lies mich.txt'] ?? '').toString()).toBe('Hallo')
    const inside = unzipSync(parts['Blatt/text.docx'] ?? new Uint8Array())
    expect(Buffer.concat(Object.values(inside)).includes('Petra')).toBe(false)
  })
})

test.each([
  ['protected', () => pdf(1, { ownerPassword: 'geheim', pdfVersion: '1.4' })],
  [
    'signed',
    () =>
      pdf(1, {}, (document) => {
        const value = document.ref({ Type: 'Sig', ByteRange: [0, 1, 2, 3] })
        value.end('')
        const field = { SubType: 'Widget', FT: 'Sig', V: value }
        document.annotate(9, 9, 99, 30, field)
      }),
  ],
] as const)('what is %s is sold as it is, and its author hears so before', async (reason, make) => {
  const answer = await upload('blatt.pdf', await make())
  const { materialId, findings } = answer.json<{ materialId: number; findings: unknown }>()
  expect([answer.status, findings]).toEqual([201, [{ name: 'blatt.pdf', reason }]])
  const row = await app.deps.db
    .selectFrom('material_file')
    .select('left_parts')
    .where('material_id', '=', materialId)
    .executeTakeFirstOrThrow()
  expect(row.left_parts).toEqual([`${reason}:`])
  const said = { findings: [{ name: 'blatt.pdf', reason }] }
  const rest = {
    ...{
      title: 'Blatt zum Lesen',
      description: 'Übungen mit Lösungen.',
      materialType: 'worksheet',
      priceCents: 250,
    },
    ...{ subjects: ['de-mathematics'], grades: ['6'], schoolTypes: ['sek1-gym'], language: 'de' },
    ...{ isOwnWork: true, aiUse: 'none' },
  }
  const changed = await seller.client.api('PUT', `/v1/materials/${materialId}`, rest)
  expect(changed.json()).toMatchObject(said)
  const published = await seller.client.api('POST', `/v1/materials/${materialId}/publish`)
  expect(published.json(), published.text).toMatchObject(said)
})

test('what no stamp is seen on is said at once, unless none is wished', async () => {
  const tried = vi.spyOn(app.deps.documents, 'stamp').mockResolvedValueOnce(false)
  const answer = await upload('blatt.pdf', await pdf(1))
  const { materialId, findings } = answer.json<{ materialId: number; findings: unknown }>()
  expect([answer.status, findings]).toEqual([201, [{ name: 'blatt.pdf', reason: 'unstampable' }]])
  const change = { stampsFiles: false }
  const changed = await seller.client.api('PUT', `/v1/materials/${materialId}`, change)
  expect(changed.json()).toEqual({ ok: true, findings: [] })
  const good = await upload('zwei.pdf', await pdf(2))
  expect(good.json()).toMatchObject({ findings: [] })
  expect(tried).toHaveBeenCalledTimes(2)
  tried.mockRestore()
})

const rels = (row: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${row}</Relationships>`
const external = (type: string, target: string) =>
  rels(
    `<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`,
  )
const doctype = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
const zeros = Buffer.alloc(60 * 1024 * 1024)
const zipped = (name: string, parts: () => Buffer): [string, string, () => Buffer, ErrorCode] => [
  `zip: ${name}`,
  'a.zip',
  parts,
  'zip_names',
]

type Attack = [what: string, name: string, make: () => Buffer | Promise<Buffer>, code: ErrorCode]
/** By the group of quality.md D2. */
const hostile: Record<string, Attack[]> = {
  'D2 62': [
    ['zip: 60 MB of nothing', 'a.zip', () => archive({ 'a.txt': zeros }), 'zip_bomb'],
    [
      'zip: says it unpacks to 4 GB',
      'a.zip',
      () => rawArchive([{ name: 'a.txt', size: 0xfffffff0 }]),
      'zip_bomb',
    ],
    [
      'zip: says it is small and is not',
      'a.zip',
      () => rawArchive([{ name: 'a.txt', body: Buffer.alloc(5_000_000), size: 10 }]),
      'file_broken',
    ],
    [
      'zip: entries that share their bytes',
      'a.zip',
      () =>
        rawArchive([
          { name: 'a.txt', body: Buffer.alloc(9000) },
          ...['b', 'c'].map((n) => ({
            name: `${n}.txt`,
            localName: 'a.txt',
            body: Buffer.alloc(9000),
            at: 0,
          })),
        ]),
      'zip_bomb',
    ],
    [
      'zip: an archive in an archive, ten deep',
      'a.zip',
      () =>
        Array.from({ length: 10 }).reduce<Buffer>(
          (inner) => archive({ 'inner.zip': inner }),
          archive({ 'a.txt': 'x' }),
        ),
      'zip_content',
    ],
    [
      'zip: thousands of entries',
      'a.zip',
      () => rawArchive(Array.from({ length: 5000 }, (_, n) => ({ name: `${n}.txt` }))),
      'zip_bomb',
    ],
    [
      'docx: a part of 700 MB',
      'a.docx',
      () => rawArchive([{ name: 'word/document.xml', size: 700 * 1024 * 1024 }]),
      'zip_bomb',
    ],
  ],
  'D2 63': [
    zipped('a way out', () => rawArchive([{ name: '../../etc/cron.d/a.txt' }])),
    zipped('an absolute path', () => rawArchive([{ name: '/etc/a.txt' }])),
    zipped('a drive', () => rawArchive([{ name: 'C:/a.txt' }])),
    zipped('backslashes', () => rawArchive([{ name: 'a\\..\\b.txt' }])),
    zipped('a symbolic link', () =>
      rawArchive([{ name: 'a.txt', body: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
    ),
    zipped('NUL in the name', () => rawArchive([{ name: 'a\0.txt' }])),
    zipped('letters from right to left', () => rawArchive([{ name: 'a\u202etxt.exe' }])),
    zipped('twins in Unicode', () => rawArchive([{ name: 'é.txt' }, { name: 'e\u0301.txt' }])),
    zipped('one name twice', () => rawArchive([{ name: 'a.txt' }, { name: 'A.TXT' }])),
    zipped('a device of Windows', () => rawArchive([{ name: 'blatt/con.txt' }])),
    zipped('a name of 4,096 letters', () => rawArchive([{ name: `${'a'.repeat(4092)}.txt` }])),
    zipped('another name before the bytes', () => rawArchive([{ name: 'a.txt', localName: 'a.exe' }])),
    ['zip: protected', 'a.zip', () => rawArchive([{ name: 'a.txt', flags: 0x0801 }]), 'file_encrypted'],
    ['zip: nothing in it', 'a.zip', () => rawArchive([]), 'file_empty'],
    ['zip: cut off', 'a.zip', () => archive({ 'a.txt': 'Hallo' }).subarray(0, -30), 'file_broken'],
  ],
  'D2 64': [
    [
      'a picture that is a page',
      'a.jpg',
      async () => Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]),
      'file_disguised',
    ],
    [
      'a picture that is a program',
      'a.png',
      () => Buffer.concat([png(), Buffer.from('<?php system($_GET[0]); ?>')]),
      'file_disguised',
    ],
    [
      'a picture that is an archive',
      'a.jpg',
      async () => Buffer.concat([await jpeg(), archive({ 'a.txt': 'x' })]),
      'file_disguised',
    ],
    [
      'a picture that is a PDF',
      'a.png',
      () => Buffer.concat([png().subarray(0, 33), Buffer.from('%PDF-1.7\n'), png().subarray(33)]),
      'file_disguised',
    ],
    [
      'a PDF that is a page',
      'a.pdf',
      async () => Buffer.concat([Buffer.from('<html><script>1</script>'), await pdf(1)]),
      'file_disguised',
    ],
    [
      'a PDF that is an archive',
      'a.pdf',
      async () => Buffer.concat([await pdf(1), archive({ 'a.txt': 'x' })]),
      'file_disguised',
    ],
    [
      'a recording that is a page',
      'a.mp3',
      () => mp3(Buffer.from('<html><body onload=alert(1)>')),
      'file_disguised',
    ],
    [
      'an archive behind something else',
      'a.zip',
      () => Buffer.concat([Buffer.from('MZ'), archive({ 'a.txt': 'x' })]),
      'file_type_not_allowed',
    ],
    ['a picture of another kind', 'a.jpg', () => png(), 'file_type_not_allowed'],
    [
      'a program called a document',
      'a.docx',
      () => Buffer.from(`MZ${'\0'.repeat(500)}`),
      'file_type_not_allowed',
    ],
    ['two endings', 'a.pdf.exe', () => Buffer.from('MZ'), 'file_type_not_allowed'],
    ['an archive called a document', 'a.docx', () => archive({ 'a.txt': 'x' }), 'file_disguised'],
    ['a presentation called a document', 'a.docx', () => pptx(['x']), 'file_disguised'],
  ],
  'D2 65': [
    [
      'SVG with a script',
      'a.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'file_type_not_allowed',
    ],
    [
      'SVG called a picture',
      'a.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>'),
      'file_type_not_allowed',
    ],
  ],
  'D2 66': [
    ['PDF with a script', 'a.pdf', pdfWithScript, 'pdf_active'],
    ['PDF that starts a program', 'a.pdf', pdfWithLaunch, 'pdf_active'],
    ['PDF with a file', 'a.pdf', pdfWithFile, 'pdf_active'],
    ['PDF that says it has a million pages', 'a.pdf', millionPages, 'pdf_invalid'],
    ['PDF that needs a password', 'a.pdf', () => pdf(1, { userPassword: 'geheim' }), 'pdf_encrypted'],
    [
      'PDF whose tables point at each other',
      'a.pdf',
      () =>
        Buffer.from(
          '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer<</Prev 9/Root 1 0 R/Size 2>>\nstartxref\n9\n%%EOF',
        ),
      'pdf_invalid',
    ],
  ],
  'D2 67': [
    ['docx with macros', 'a.docx', () => docx([], { 'word/vbaProject.bin': 'x' }), 'file_active'],
    [
      'docx with the type of macros',
      'a.docx',
      () =>
        docx([], {
          '[Content_Types].xml':
            '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        }),
      'file_active',
    ],
    ['pptx with ActiveX', 'a.pptx', () => pptx([], { 'ppt/activeX/activeX1.xml': '<x/>' }), 'file_active'],
    [
      'docx with an object from elsewhere',
      'a.docx',
      () => docx([], { 'word/_rels/document.xml.rels': external('oleObject', '\\\\evil\\share') }),
      'file_active',
    ],
    [
      'docx with a script as a link',
      'a.docx',
      () => docx([], { 'word/_rels/document.xml.rels': external('hyperlink', 'javascript:alert(1)') }),
      'file_active',
    ],
    [
      'docx with an entity of XML',
      'a.docx',
      () => docx([], { 'word/footnotes.xml': doctype }),
      'file_active',
    ],
    [
      'docx with an entity in two bytes a letter',
      'a.docx',
      () => docx([], { 'word/footnotes.xml': Buffer.from(`\ufeff${doctype}`, 'utf16le') }),
      'file_active',
    ],
    [
      'docx with a field that starts programs',
      'a.docx',
      () => docx([], { 'word/header1.xml': '<w:hdr><w:instrText>DDEAUTO c:\\\\a.exe</w:instrText></w:hdr>' }),
      'file_active',
    ],
    [
      'docx with a program inside',
      'a.docx',
      () => docx([], { 'word/embeddings/a.bin': 'MZ123' }),
      'file_active',
    ],
    [
      'docx with a wrapped file',
      'a.docx',
      () => docx([], { 'word/embeddings/oleObject1.bin': Buffer.from('\x01Ole10Native', 'utf16le') }),
      'file_active',
    ],
    [
      'docx with a workbook with macros',
      'a.docx',
      () => docx([], { 'word/embeddings/a.xlsx': archive({ 'xl/vbaProject.bin': 'x' }) }),
      'file_active',
    ],
    ['odt with Basic', 'a.odt', () => odt('x', { 'Basic/Standard/Modul1.xml': '<x/>' }), 'file_active'],
    [
      'zip: a document with macros',
      'a.zip',
      () => archive({ 'a.docx': docx([], { 'word/vbaProject.bin': 'x' }) }),
      'file_active',
    ],
    [
      'zip: a PDF with a script',
      'a.zip',
      async () => archive({ 'a.pdf': await pdfWithScript() }),
      'file_active',
    ],
  ],
  'D2 68': [
    ['a picture of 65,000 by 65,000', 'a.png', () => bigHead(65_500, 65_500), 'image_too_large'],
    ['a picture of 50 million and some points', 'a.png', () => png(9000, 9000), 'image_too_large'],
    ['a picture of one line', 'a.png', () => png(15_000, 1), 'image_too_large'],
    ['a picture that is cut off', 'a.jpg', async () => (await jpeg()).subarray(0, 900), 'image_invalid'],
    [
      'a picture with a script in its EXIF',
      'a.jpg',
      () =>
        sharp(png())
          .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>' } })
          .jpeg()
          .toBuffer(),
      'file_disguised',
    ],
    ['a moving picture', 'a.webp', movingPicture, 'image_too_large'],
  ],
  'D2 69': [
    ['EICAR', 'a.pdf', eicar, 'file_infected'],
    ['EICAR in a zip', 'a.zip', () => archive({ 'a.txt': eicar() }), 'file_infected'],
    ['EICAR in a document', 'a.docx', () => docx([], { 'word/media/a.bin': eicar() }), 'file_infected'],
  ],
  'D2 73': [
    [
      'a package with scripts',
      'a.zip',
      () => archive({ 'h5p.json': '{}', 'content/a.js': 'alert(1)' }),
      'zip_content',
    ],
    ['a page in an archive', 'a.zip', () => archive({ 'index.html': '<script>1</script>' }), 'zip_content'],
    [
      'a program in an archive, called a picture',
      'a.zip',
      () => archive({ 'a.png': 'MZ12345' }),
      'zip_content',
    ],
  ],
}
const attacks = Object.entries(hostile).flatMap(([group, rows]) =>
  rows.map((row) => [group, ...row] as const),
)

/** One page, and a tree that says there are a million. */
async function millionPages(): Promise<Buffer> {
  return Buffer.from((await pdf(1)).toString('latin1').replace('/Count 1', '/Count 1000000'), 'latin1')
}

/** Two frames that differ. */
async function movingPicture(): Promise<Buffer> {
  const frames = ['#fff', '#0a6'].map((background) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** A PNG that says how large it is, and has next to nothing to say. */
function bigHead(width: number, height: number): Buffer {
  const small = png(2, 2)
  small.writeUInt32BE(width, 16)
  small.writeUInt32BE(height, 20)
  return small
}

describe('files to break us', () => {
  test.each(attacks)('%s: %s', async (_group, _what, name, make, code) => {
    const before = await stored()
    const answer = await upload(name, await make())
    expect(answer.json<{ error?: { code: string; fields: object } }>().error, answer.text).toMatchObject({
      code,
      fields: { files: code },
    })
    expect(await stored()).toBe(before)
  })

  test('each refusal has words of its own in every world', () => {
    const codes = new Set(attacks.map(([, , , , code]) => code))
    for (const { world } of liveWorlds()) {
      const words = [...codes].map((code) => translator(world)(`errors:${code}`))
      expect(new Set(words).size).toBe(codes.size)
    }
  })

  test('D2 63, 72: nothing of all that was written, and a good file still gets in', async () => {
    const name = '../../\u202e<img src=x onerror=alert(1)>.docx'
    const bytes = await storedBytes(name, docx(['Alles gut']))
    expect(bytes.length).toBeGreaterThan(100)
    const rows = await app.deps.db
      .selectFrom('material_file')
      .select('name')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(rows[0]?.name).toMatch(/^[^<>"\\/\u202e\0]+\.docx$/)
  })
})
