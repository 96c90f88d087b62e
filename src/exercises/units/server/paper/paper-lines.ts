import { placeOn, scaleOf } from '#exercises/model/task/number-line.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { drawLine, widthOf } from '#platform/gateways/documents/typeface/typeface.ts'
import { decoration, ink, makeRoom, type PaperSheet, styleOf } from './paper-sheet.ts'

/** A line with ticks and numbers, to mark a place on by hand; its numbers are read out. */
export function drawNumberLine(at: PaperSheet, line: Extract<Widget, { kind: 'slider' }>): void {
  const height = 52 * at.scale
  makeRoom(at, height)
  const top = at.y + 22 * at.scale
  at.y += height
  if (at.isDry) return
  const { ticks, labels } = scaleOf(line)
  const [left, right] = [at.left + 24, at.right - 12]
  const x = (value: number) => left + ((right - left) * placeOn(line, value)) / 100
  const isNamed = new Set(labels)
  decoration(at, (doc) => {
    doc.moveTo(left, top).lineTo(right, top)
    for (const tick of ticks) {
      const half = (isNamed.has(tick) ? 7 : 4) * at.scale
      doc.moveTo(x(tick), top - half).lineTo(x(tick), top + half)
    }
    doc.lineWidth(1).stroke(ink)
  })
  const style = styleOf(at, 10)
  at.root.add(
    at.doc.struct('P', {}, () => {
      for (const label of labels) {
        const words = String(label).replace('.', at.texts.decimal)
        drawLine(
          at.doc,
          words,
          { x: x(label) - widthOf(at.doc, words, style) / 2, y: top + 10 * at.scale },
          style,
        )
      }
    }),
  )
}
