import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  widthOf,
} from '#platform/gateways/documents/typeface/typeface.ts'
import { stampLimits } from '#platform/limits.ts'
import { shorten } from '#platform/rules/text/shorten.ts'

const letters = { size: 7, weight: 'plain', color: '#555555' } as const
const lineHeight = 10

/**
 * The stamp as a PDF of one page: the buyer's name and the number of the order in a line of small letters on a page as
 * large as itself, on a pale ground: pages may be dark at their foot.
 */
export async function stampOverlay(publicName: string, number: string): Promise<Buffer> {
  const text = `${shorten(publicName, stampLimits.nameLength)} · ${number}`
  // The largest package of all: loaded with the first PDF that is stamped, not with the process.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ margin: 0, autoFirstPage: false })
  registerTypeface(document, loadTypeface())
  const width = Math.ceil(widthOf(document, text, letters)) + 4
  document.addPage({ size: [width, lineHeight], margin: 0 })
  document.rect(0, 0, width, lineHeight).fillOpacity(0.75).fill('#ffffff').fillOpacity(1)
  drawLine(document, text, { x: 2, y: 0 }, letters)
  return await finish(document)
}
