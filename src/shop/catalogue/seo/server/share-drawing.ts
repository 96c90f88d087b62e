import {
  drawableText,
  drawLine,
  finish,
  registerTypeface,
  type TextStyle,
  type Typeface,
  widthOf,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'
import type { ShareFacts } from './share-image.ts'

export {
  loadTypeface as loadShareFonts,
  type Typeface as ShareFonts,
} from '#platform/gateways/documents/typeface/typeface.ts'

export const shareSize = { width: 1200, height: 630 }

const colors = { paper: '#fbf9f4', accent: '#10595c', ink: '#1d2a25', soft: '#4b5a53', line: '#ddd6c7' }
const left = 72
const gap = 56

/** One page of 1200 by 630 points. `picture` is a JPEG. */
export async function drawShareImage(
  fonts: Typeface,
  facts: ShareFacts,
  picture: Buffer | undefined,
): Promise<Buffer> {
  const { width, height } = shareSize
  // Loaded with the first picture: with its fonts and Brotli it is the largest package of all.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ size: [width, height], margin: 0 })
  registerTypeface(doc, fonts)
  const readable = (text: string) => drawableText(text, { hasOther: fonts.hasOther, missing: '' })
  facts = {
    ...facts,
    title: readable(facts.title),
    byline: readable(facts.byline),
    details: readable(facts.details),
  }
  doc.rect(0, 0, width, height).fill(colors.paper)
  doc.rect(0, 0, 20, height).fill(colors.accent)
  const pictureWidth = picture ? drawPicture(doc, picture, facts.shape) : 0
  const room = width - left - gap - (picture ? pictureWidth + gap : 0)
  drawTexts(doc, facts, room)
  drawLogo(doc)
  return await finish(doc)
}

function drawPicture(doc: PDFKit.PDFDocument, picture: Buffer, shape: ShareFacts['shape']): number {
  const size = shape === 'sheet' ? { width: 360, height: 480 } : { width: 320, height: 320 }
  const x = shareSize.width - gap - size.width
  const y = (shareSize.height - size.height) / 2
  const radius = shape === 'sheet' ? 12 : size.width / 2
  doc.save()
  doc.roundedRect(x, y, size.width, size.height, radius).clip()
  doc.image(picture, x, y, { cover: [size.width, size.height], align: 'center', valign: 'center' })
  doc.restore()
  doc.roundedRect(x, y, size.width, size.height, radius).lineWidth(2).stroke(colors.line)
  return size.width
}

function drawTexts(doc: PDFKit.PDFDocument, facts: ShareFacts, room: number): void {
  const title = { weight: 'bold', color: colors.ink } as const
  const fitting = [72, 64, 56, 48]
    .map((size) => ({ size, lines: wrap(doc, facts.title, room, { ...title, size }) }))
    .find(({ size, lines }) => lines.length * size * 1.18 <= 300)
  const size = fitting?.size ?? 44
  const lines = fitting?.lines ?? fittedLines(doc, facts.title, 6, room, { ...title, size })
  let y = 96
  for (const line of lines) {
    drawLine(doc, line, { x: left, y }, { ...title, size })
    y += size * 1.18
  }
  y += 22
  const more: [string, TextStyle][] = [
    [facts.byline, { size: 34, weight: 'plain', color: colors.accent }],
    [facts.details, { size: 28, weight: 'plain', color: colors.soft }],
  ]
  for (const [text, style] of more) {
    for (const line of fittedLines(doc, text, 2, room, style)) {
      if (y + style.size > 520) return
      drawLine(doc, line, { x: left, y }, style)
      y += style.size * 1.35
    }
  }
}

function drawLogo(doc: PDFKit.PDFDocument): void {
  const y = 540
  doc.roundedRect(left, y, 44, 44, 10).fill(colors.accent)
  doc
    .save()
    .translate(left, y)
    .scale(44 / 32)
  doc
    .path('M8.5 24 15 7.5h2L23.5 24M11.3 18h9.4')
    .lineWidth(2.6)
    .lineCap('round')
    .lineJoin('round')
    .stroke('#fdf9f0')
  doc.restore()
  drawLine(doc, 'Aularium', { x: left + 60, y: y + 2 }, { size: 34, weight: 'bold', color: colors.ink })
}

/** At most so many lines; what does not fit is left out by whole words. */
function fittedLines(
  doc: PDFKit.PDFDocument,
  text: string,
  most: number,
  room: number,
  style: TextStyle,
): string[] {
  const all = wrap(doc, text, room, style)
  if (all.length <= most) return all
  const words = (all[most - 1] ?? '').split(' ')
  while (words.length > 1 && widthOf(doc, `${words.join(' ')} …`, style) > room) words.pop()
  return [...all.slice(0, most - 1), `${words.join(' ')} …`]
}
