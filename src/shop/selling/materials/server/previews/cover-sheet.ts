import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'

export const paper = { width: 595.28, height: 841.89 }
const margin = 56
const room = paper.width - 2 * margin
const ground = '#f6f2e8'
const styles = {
  title: { size: 40, weight: 'bold', color: '#10595c' },
  file: { size: 13, weight: 'plain', color: '#4b5a53' },
  text: { size: 12, weight: 'plain', color: '#1d2a25' },
} as const satisfies Record<string, TextStyle>
const mostTitleLines = 5
const mostFiles = 6
/** Nobody gets the whole text before they bought it. */
const mostTextLines = 22

/** A page for a material that has none to show: its title, its files, and the beginning of their text. */
export async function coverSheet({
  title,
  files,
  text,
}: {
  title: string
  files: readonly string[]
  text: string
}): Promise<Buffer> {
  const doc = await newSheet()
  doc.rect(0, 0, paper.width, paper.height).fill(ground)
  doc.rect(0, 0, paper.width, 16).fill(styles.title.color)
  let y = 80
  const put = (lines: readonly string[], style: TextStyle, height: number) => {
    for (const line of lines) {
      drawLine(doc, line, { x: margin, y }, style)
      y += height
    }
  }
  put(wrap(doc, title, room, styles.title).slice(0, mostTitleLines), styles.title, 48)
  y += 12
  put(
    files.slice(0, mostFiles).flatMap((name) => wrap(doc, name, room, styles.file).slice(0, 2)),
    styles.file,
    18,
  )
  y += 18
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .flatMap((line) => wrap(doc, line, room, styles.text))
  put(lines.slice(0, mostTextLines), styles.text, 19)
  return await finish(doc)
}

/** An empty page with the product's font. */
export async function newSheet(): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const size = [paper.width, paper.height]
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false, font: '' })
  registerTypeface(doc, loadTypeface())
  doc.addPage()
  return doc
}
