import type { Picture, Widget } from '#exercises/model/task/widget.ts'
import { picturesInHtml } from '#exercises/model/text/rich-pictures.ts'
import { drawLine, widthOf } from '#platform/gateways/documents/typeface/typeface.ts'
import type { PrintedPicture } from '#platform/gateways/images/print.ts'
import { decoration, ink, makeRoom, type PaperSheet, styleOf } from './paper-sheet.ts'

/** Of a picture whose places are asked about, of one between words, and of one among others (points). */
const sizes = {
  large: { width: 380, height: 260 },
  medium: { width: 260, height: 170 },
  small: { width: 120, height: 64 },
}

/** The pictures a part of a task shows. */
export function picturesOf(widget: Widget): Picture[] {
  if (widget.kind === 'gaps') return picturesInHtml(widget.html)
  if (widget.kind === 'sections') return widget.sections.flatMap(({ html }) => picturesInHtml(html))
  if (widget.kind === 'sound' || widget.kind === 'video') return picturesInHtml(widget.transcript ?? '')
  if (widget.kind === 'picture') return [widget.picture]
  if (widget.kind === 'choice') return widget.options.flatMap(({ picture }) => picture ?? [])
  if (widget.kind === 'rows')
    return [...widget.rows, ...widget.options].flatMap(({ picture }) => picture ?? [])
  if (widget.kind === 'pairs') return widget.cards.flatMap(({ picture }) => picture ?? [])
  return widget.kind === 'cards' ? widget.cards.flatMap(({ frontPicture }) => frontPicture ?? []) : []
}

/** Draws a picture with its marks; false: it is not there, and its words have to do. */
export function drawPicture(
  at: PaperSheet,
  picture: Picture | undefined,
  { indent = 12, marks = [], size = 'large' }: DrawOptions = {},
): boolean {
  const found = picture && at.pictures.get(picture.asset)
  if (!picture || !found) return false
  const { width, height } = fitted(at, found, sizes[size], indent)
  makeRoom(at, height + 8)
  const [x, y] = [at.left + indent, at.y + 4]
  at.y += height + 8
  if (at.isDry) return true
  const element = at.doc.struct('Figure', { alt: picture.alt || ' ' })
  at.root.add(element)
  element.add(() => void at.doc.image(found.jpeg, x, y, { width, height }))
  element.end()
  for (const mark of marks) drawMark(at, mark.text, x + (mark.x * width) / 100, y + (mark.y * height) / 100)
  return true
}

interface DrawOptions {
  indent?: number
  marks?: readonly { text: string; x: number; y: number }[]
  size?: keyof typeof sizes
}

function fitted(
  { left, right, scale }: PaperSheet,
  { width, height }: PrintedPicture,
  most: { width: number; height: number },
  indent: number,
): { width: number; height: number } {
  const room = Math.min(most.width * scale, right - left - indent)
  const factor = Math.min(room / width, (most.height * scale) / height)
  return { width: width * factor, height: height * factor }
}

/** A number on a picture: black on white, so that every printer can do it. */
function drawMark(at: PaperSheet, text: string, x: number, y: number): void {
  const radius = 8 * Math.min(1.3, at.scale)
  decoration(at, (doc) => doc.circle(x, y, radius).lineWidth(1).fillAndStroke('#ffffff', ink))
  const style = { ...styleOf(at, 1, 'bold'), size: radius * 1.2 }
  const element = at.doc.struct('P')
  at.root.add(element)
  element.add(() =>
    drawLine(at.doc, text, { x: x - widthOf(at.doc, text, style) / 2, y: y - style.size * 0.72 }, style),
  )
  element.end()
}
