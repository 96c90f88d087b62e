import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'

/** Files as programs write them, and as those write them who want to break us; all made here, none is kept. */

const namespace = 'http://schemas.openxmlformats.org'

export type Parts = Record<string, string | Uint8Array>

/** An archive of named texts and bytes. */
export function archive(parts: Parts): Buffer {
  const entries: Zippable = {}
  for (const [name, part] of Object.entries(parts))
    entries[name] = typeof part === 'string' ? strToU8(part) : part
  return Buffer.from(zipSync(entries))
}

/** A Word document, as far as one needs to be: its text, who wrote it, and what else is put into it. */
export function docx(lines: readonly string[], more: Parts = {}, author = 'Petra Beispiel'): Buffer {
  const body = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')
  return archive({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r1" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${namespace}/wordprocessingml/2006/main"><w:body>${body}<w:ins w:author="${author}" w:id="1"/></w:body></w:document>`,
    'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties xmlns:cp="${namespace}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Blatt</dc:title><dc:creator>${author}</dc:creator><cp:lastModifiedBy>${author}</cp:lastModifiedBy></cp:coreProperties>`,
    'docProps/app.xml': `<?xml version="1.0"?><Properties><Company>${author} GmbH</Company></Properties>`,
    ...more,
  })
}

/** A presentation of so many slides. */
export function pptx(slides: readonly string[], more: Parts = {}): Buffer {
  const each = slides.map((text, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
  ])
  return archive({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
    ...Object.fromEntries(each),
    ...more,
  })
}

/** An OpenDocument text. */
export function odt(text: string, more: Parts = {}): Buffer {
  const rest: Zippable = Object.fromEntries(
    Object.entries({
      'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t"><text:p>${text}</text:p></office:document-content>`,
      'meta.xml': '<office:document-meta><dc:creator>Petra Beispiel</dc:creator></office:document-meta>',
      ...more,
    }).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
  )
  return Buffer.from(
    zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }], ...rest }),
  )
}

interface RawEntry {
  name: string
  /** Of the header before the bytes, where that is another one. */
  localName?: string
  body?: Buffer
  /** Unix rights and kind of file. */
  mode?: number
  flags?: number
  /** Begins where another entry begins: the overlapping bomb. */
  at?: number
  /** What the directory says it unpacks to. */
  size?: number
}

/** An archive byte by byte, with what no library writes. */
export function rawArchive(entries: readonly RawEntry[]): Buffer {
  const pieces: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const {
    name,
    localName = name,
    body = Buffer.from('x'),
    mode = 0o100644,
    flags = 0x0800,
    ...raw
  } of entries) {
    const packed = deflateRawSync(body)
    const sizes = (head: Buffer, from: number) => {
      head.writeUInt32LE(crc32(body), from)
      head.writeUInt32LE(packed.length, from + 4)
      head.writeUInt32LE(raw.size ?? body.length, from + 8)
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    sizes(local, 14)
    local.writeUInt16LE(Buffer.byteLength(localName), 26)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE((3 << 8) | 20, 4)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(8, 10)
    sizes(head, 16)
    head.writeUInt16LE(Buffer.byteLength(name), 28)
    head.writeUInt32LE((mode << 16) >>> 0, 38)
    head.writeUInt32LE(raw.at ?? at, 42)
    central.push(head, Buffer.from(name))
    if (raw.at !== undefined) continue
    const whole = Buffer.concat([local, Buffer.from(localName), packed])
    pieces.push(whole)
    at += whole.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(0xffff, entries.length), 8)
  end.writeUInt16LE(Math.min(0xffff, entries.length), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, directory, end])
}

/** The file every scanner takes for a virus, put together only here. */
export function eicar(): Buffer {
  return Buffer.from(
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
    'latin1',
  )
}
