import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** A PDF that runs a script when it is opened. */
export function pdfWithScript(): Promise<Buffer> {
  return drawn((document) => {
    document.ref({ Type: 'Action', S: 'JavaScript', JS: new String('app.alert(1)') }).end('')
  })
}

/** A PDF that starts a program when its text is clicked. */
export function pdfWithLaunch(): Promise<Buffer> {
  return drawn((document) => {
    document.annotate(0, 0, 100, 100, { SubType: 'Link', A: { S: 'Launch', F: new String('calc.exe') } })
  })
}

/** A PDF with a file attached. */
export function pdfWithFile(): Promise<Buffer> {
  return drawn((document) => void document.file(Buffer.from('MZ'), { name: 'a.exe' }))
}

/**
 * A PDF of some kilobytes that takes minutes to draw: hundreds of thousands of times the whole page.
 */
export function slowPdf(): Promise<Buffer> {
  return drawn((document) => {
    document.addContent('0 0 m 500 20 20 500 600 800 c 9 300 500 20 0 0 c f\n'.repeat(400_000))
  })
}

/** A PDF as scanners make it: a picture of a page. */
export function scannedPdf(): Promise<Buffer> {
  return drawn((document) => void document.image(greyPng(400, 500), 20, 20))
}

function drawn(draw: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  draw(document)
  document.end()
  return done
}

/** A real PDF of so many pages, each saying which one it is, with whatever `draw` adds. */
export async function pdf(
  pages: number,
  options: PDFKit.PDFDocumentOptions = {},
  draw: (document: PDFKit.PDFDocument, page: number) => void = () => {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (let page = 1; page <= pages; page += 1)
    draw(document.addPage().fontSize(36).text(`Seite ${page}`), page)
  document.end()
  return done
}

/** A grey PNG of whatever shape, small however large it unpacks. */
export function greyPng(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const named = Buffer.concat([Buffer.from(kind), data])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([head, named, check])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
