import PDFDocument from 'pdfkit'

/**
 * A real PDF as an author has it on disk: several A4 pages of text and boxes. It names nobody, so that nothing is taken out of
 * it and a buyer gets every byte of it.
 */
export function worksheet({ title, pages }: { title: string; pages: number }): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve) => document.once('end', () => resolve(Buffer.concat(chunks))))
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage()
    document.fontSize(18).text(title)
    document.moveDown().fontSize(12)
    for (let task = 1; task <= 12; task++) {
      document
        .text(`${page}.${task}   ${task + page}/${(task + 1) * 2} + ${task}/${task + 4} = ______`)
        .moveDown()
    }
    document.rect(56, 700, 483, 60).stroke()
  }
  document.end()
  return done
}
