import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  widthOf,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'

export interface Certificate {
  lang: string
  heading: string
  name: string
  /** Between the name and the course. */
  text: string
  course: string
  items: string[]
  date: string
}

const ink = '#10393b'
const styles = {
  heading: { size: 34, weight: 'bold', color: ink },
  name: { size: 26, weight: 'bold', color: '#111111' },
  text: { size: 13, weight: 'plain', color: '#111111' },
  course: { size: 20, weight: 'bold', color: ink },
  item: { size: 10.5, weight: 'plain', color: '#333333' },
} as const satisfies Record<string, TextStyle>
const mostItems = 14

/** A sheet across: who did which course, and what was in it. */
export async function drawCertificate(sheet: Certificate): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false, font: '', pdfVersion: '1.7' },
    ...{ tagged: true, lang: sheet.lang, displayTitle: true },
    info: { Title: `${sheet.heading}: ${sheet.course}`, Creator: 'Aularium' },
  })
  registerTypeface(doc, loadTypeface())
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  const { width, height } = doc.page
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .rect(28, 28, width - 56, height - 56)
    .lineWidth(3)
    .stroke(ink)
  doc.endMarkedContent()
  let y = 74
  const put = (text: string, style: TextStyle, gap: number, tag: string) => {
    const lines = wrap(doc, text, width - 160, style)
    root.add(
      doc.struct(tag, {}, () => {
        for (const line of lines) {
          drawLine(doc, line, { x: (width - widthOf(doc, line, style)) / 2, y }, style)
          y += style.size * 1.35
        }
      }),
    )
    y += gap
  }
  put(sheet.heading, styles.heading, 18, 'H1')
  put(sheet.name, styles.name, 10, 'P')
  put(sheet.text, styles.text, 10, 'P')
  put(sheet.course, styles.course, 14, 'P')
  for (const item of sheet.items.slice(0, mostItems)) put(item, styles.item, 1, 'P')
  y = Math.max(y + 8, height - 84)
  put(`${sheet.date} · Aularium`, styles.text, 0, 'P')
  root.end()
  return await finish(doc)
}
