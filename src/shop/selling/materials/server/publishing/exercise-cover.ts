import { drawLine, finish, type TextStyle, wrap } from '#platform/gateways/documents/typeface/typeface.ts'
import { renderMarkdown } from '#platform/rules/markdown/members-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { newSheet, paper } from '../previews/cover-sheet.ts'

const margin = 48
const room = paper.width - 2 * margin
const card = { x: margin, y: 388, width: room, height: 404 }
const inside = { x: card.x + 36, width: room - 72 }
const white = '#ffffff'
const ink = '#1d2a25'
/** Deep ground of the title, with white letters of at least 7:1, and the light ground of the page. */
const palettes = [
  { deep: '#10595c', light: '#dcefea' },
  { deep: '#5b3a6e', light: '#efe4f3' },
  { deep: '#1f4e79', light: '#e0ebf5' },
  { deep: '#6b4a16', light: '#f6ead2' },
  { deep: '#8a3b2a', light: '#f8e3dc' },
] as const
/** From large to small: a title is as large as leaves it whole. */
const titleSizes = [64, 54, 46, 38, 32] as const
const titleHeight = 300
const mostTextLines = 3
const answers = 3

/**
 * A page for an exercise that has no file to show: its title, readable on the smallest card of a search, above what a learner
 * meets, a question and its answers. Without a word of our own: a cover is the same in all worlds.
 */
export async function exerciseCover({
  title,
  description,
}: {
  title: string
  /** Markdown. */
  description: string
}): Promise<Buffer> {
  const doc = await newSheet()
  const { deep, light } = palettes[sumOf(title) % palettes.length] ?? palettes[0]
  doc.rect(0, 0, paper.width, paper.height).fill(light)
  doc.rect(0, 0, paper.width, 470).fill(deep)
  drawTitle(doc, title)
  doc.roundedRect(card.x, card.y, card.width, card.height, 20).fill(white)
  const style: TextStyle = { size: 22, weight: 'plain', color: ink }
  const { text } = renderMarkdown(truncate(description, 1000))
  const lines = wrap(doc, text, inside.width, style).slice(0, mostTextLines)
  for (const [index, line] of lines.entries())
    drawLine(doc, line, { x: inside.x, y: card.y + 36 + index * 31 }, style)
  const top = card.y + 152
  for (let at = 0; at < answers; at += 1)
    drawAnswer(doc, {
      y: top + at * 78,
      share: [0.52, 0.68, 0.44][at] ?? 0.5,
      isRight: at === 1,
      deep,
      light,
    })
  return await finish(doc)
}

function drawTitle(doc: PDFKit.PDFDocument, title: string): void {
  const styleOf = (size: number): TextStyle => ({ size, weight: 'bold', color: white })
  const linesAt = (size: number) => wrap(doc, title, room, styleOf(size))
  const fits = (size: number) =>
    linesAt(size).length * size * 1.2 <= titleHeight && isWhole(title, linesAt(size))
  const size = titleSizes.find(fits) ?? titleSizes[titleSizes.length - 1] ?? 32
  const height = size * 1.2
  const lines = linesAt(size).slice(0, Math.floor(titleHeight / height))
  const top = (card.y - lines.length * height) / 2
  for (const [index, line] of lines.entries())
    drawLine(doc, line, { x: margin, y: top + index * height }, styleOf(size))
}

/** No word had to be broken. */
function isWhole(title: string, lines: readonly string[]): boolean {
  return lines.join(' ') === title.split(/\s+/).filter(Boolean).join(' ')
}

function drawAnswer(
  doc: PDFKit.PDFDocument,
  {
    y,
    share,
    isRight,
    deep,
    light,
  }: { y: number; share: number; isRight: boolean; deep: string; light: string },
): void {
  doc.roundedRect(inside.x, y, inside.width, 60, 14).fill(isRight ? deep : light)
  const middle = y + 30
  doc.circle(inside.x + 34, middle, 15).fill(white)
  if (isRight)
    doc
      .moveTo(inside.x + 27, middle)
      .lineTo(inside.x + 32, middle + 6)
      .lineTo(inside.x + 42, middle - 6)
      .lineWidth(4)
      .lineCap('round')
      .lineJoin('round')
      .stroke(deep)
  doc
    .roundedRect(inside.x + 68, middle - 6, (inside.width - 100) * share, 12, 6)
    .fillOpacity(isRight ? 0.9 : 0.35)
    .fill(isRight ? white : deep)
  doc.fillOpacity(1)
}

/** The same title has the same colours. */
function sumOf(title: string): number {
  return [...title].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)
}
