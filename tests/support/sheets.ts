import PDFDocument from 'pdfkit'

/** A real PDF of so many pages, each saying which one it is. */
export async function pdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (let page = 1; page <= pages; page += 1) document.addPage().fontSize(36).text(`Seite ${page}`)
  document.end()
  return done
}
