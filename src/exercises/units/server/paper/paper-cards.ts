import type { Option } from '#exercises/model/task/widget.ts'
import { drawPicture } from './paper-pictures.ts'
import {
  decoration,
  heightOf,
  ink,
  makeRoom,
  type PaperSheet,
  paragraph,
  readable,
  styleOf,
} from './paper-sheet.ts'

export const cardColumns = 4
const padding = 8
const lowest = 64

/** Cards to be cut out along the dashes, in rows of four. */
export function drawCards(at: PaperSheet, cards: readonly Option[]): void {
  const width = (at.right - at.left - 12) / cardColumns
  at.y += 6 * at.scale
  for (let from = 0; from < cards.length; from += cardColumns) {
    const row = cards.slice(from, from + cardColumns)
    const boxed = (place: number): PaperSheet => {
      const left = at.left + 12 + place * width
      return { ...at, left: left + padding, right: left + width - padding, y: at.y + padding }
    }
    const heights = row.map((card, place) => heightOf(boxed(place), (box) => drawCard(box, card)))
    const height = Math.max(lowest * at.scale, Math.max(...heights) + 2 * padding)
    makeRoom(at, height)
    const top = at.y
    decoration(at, (doc) => {
      doc.lineWidth(0.6).dash(3, { space: 3 })
      for (const [place] of row.entries())
        doc.rect(at.left + 12 + place * width, top, width, height).stroke(ink)
      doc.undash()
    })
    for (const [place, card] of row.entries()) drawCard(boxed(place), card)
    at.y = top + height
  }
}

function drawCard(at: PaperSheet, { text, sound, picture }: Option): void {
  const isSeen = drawPicture(at, picture, { indent: 0, size: 'small' })
  const words = isSeen && text === picture?.alt ? '' : text || (isSeen ? '' : (picture?.alt ?? ''))
  // Nothing sounds on paper: what is heard is read, and said to be a recording.
  const line = sound === undefined ? words : readable(at, `♪ ${words}`)
  paragraph(at, line, { style: styleOf(at, 11), tag: 'P' })
}
