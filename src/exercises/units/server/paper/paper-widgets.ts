import { writeClock } from '#exercises/model/task/clock.ts'
import { placeOn, scaleOf } from '#exercises/model/task/number-line.ts'
import type { Option, Widget } from '#exercises/model/task/widget.ts'
import { fillGaps } from '#exercises/model/text/gap-markup.ts'
import { cardsApart } from '#exercises/types/memory/apart.ts'
import { drawLine, widthOf } from '#platform/gateways/documents/typeface/typeface.ts'
import { drawHtml } from './paper-html.ts'
import { drawPicture } from './paper-pictures.ts'
import {
  decoration,
  heightOf,
  ink,
  makeRoom,
  margin,
  type PaperSheet,
  paragraph,
  readable,
  styleOf,
} from './paper-sheet.ts'

type Of<K extends Widget['kind']> = Extract<Widget, { kind: K }>

type Drawers = { readonly [K in Widget['kind']]: (at: PaperSheet, widget: Of<K>) => void }

/** How each part of a task looks on paper: what is chosen gets a box, what is written a line. */
const drawers: Drawers = {
  choice: (at, { options }) => boxed(at, options),
  rows,
  gaps,
  text: (at, { lines }) => writingLines(at, lines),
  slider: (at, widget) => {
    const { min, max, unit, isLine } = widget
    if (isLine) drawNumberLine(at, widget)
    text(at, `${min} – ${max} ${unit}`.trim())
    writingLines(at, 1)
  },
  tokens: (at, { tokens }) => text(at, tokens.map(({ text }) => text).join(' ')),
  grid,
  words: (at, { words }) => {
    for (const word of words) text(at, readable(at, `${word.number} ${word.text} ${blank(word.length)}`))
  },
  // They are marked in the square, and crossed off here.
  places: (at, { words }) =>
    boxed(
      at,
      words.map(({ name, text: word }) => ({ value: name, text: word })),
    ),
  cards: (at, { cards }) => {
    for (const { front, frontPicture } of cards) {
      const isSeen = drawPicture(at, frontPicture, { size: 'small' })
      text(at, `${isSeen && front === frontPicture?.alt ? '' : `${front}   `}${'_'.repeat(30)}`)
    }
  },
  pairs: (at, { cards, partners = {} }) => drawCards(at, cardsApart(cards, partners, cardColumns)),
  listen: (at) => writingLines(at, 2),
  paper: (at, { lines }) => freeRoom(at, lines),
  drawing: (at, { picture, lines }) => {
    if (drawPicture(at, picture)) return
    if (picture.alt !== '') text(at, picture.alt)
    freeRoom(at, lines)
  },
  file: (at, { lines }) => freeRoom(at, lines),
  sections: (at, { sections }) => {
    for (const { title, html } of sections) {
      if (title) paragraph(at, title, { style: styleOf(at, 11, 'bold'), tag: 'P' })
      drawHtml(at, html)
    }
  },
  link: (at, { text: label, address }) => text(at, `${label}: ${address}`),
  picture: (at, { picture, marks }) => {
    if (!drawPicture(at, picture, { marks })) text(at, picture.alt)
  },
  // What is said in it is read here: the questions below are about it.
  video: (at, { captions, transcript = '' }) => {
    text(at, captions.map((caption) => caption.text).join(' '))
    drawHtml(at, transcript)
  },
  sound: (at, { transcript }) => drawHtml(at, transcript),
  moment: (at, { at: second, text: question, asks }) => {
    text(at, `${writeClock(second)}  ${question}`)
    if (asks) drawWidget(at, asks)
  },
}

/** Draws one part of a task below what is there. */
export function drawWidget<K extends Widget['kind']>(at: PaperSheet, widget: Of<K>): void {
  const draw = drawers[widget.kind] as (at: PaperSheet, widget: Of<K>) => void
  draw(at, widget)
}

function text(at: PaperSheet, words: string, indent = 12): void {
  paragraph(at, words, { style: styleOf(at, 11), tag: 'P', indent })
}

function named(at: PaperSheet, { value, ...thing }: Option): string {
  return heard(at, thing) || (at.texts.values[value] ?? value)
}

/** Nothing sounds on paper: what is heard is read, and said to be a recording. */
function heard(at: PaperSheet, { text, sound }: Pick<Option, 'text' | 'sound'>): string {
  return sound === undefined ? text : readable(at, `♪ ${text}`)
}

/** A box before each of them. */
function boxed(at: PaperSheet, options: readonly Option[]): void {
  for (const option of options) {
    const size = 9 * at.scale
    const isSeen = drawPicture(at, option.picture, { indent: 18 + size, size: 'small' })
    const line = isSeen && option.text === '' ? (option.picture?.alt ?? '') : named(at, option)
    makeRoom(at, 20 * at.scale)
    const [y, page] = [at.y + 5 * at.scale, at.doc.page]
    if (page)
      decoration(at, (doc) =>
        doc
          .rect(at.left + 12, y, size, size)
          .lineWidth(0.8)
          .stroke('#111111'),
      )
    text(at, line, 18 + size)
  }
}

function rows(at: PaperSheet, { rows: left, options, isBank, isMulti }: Of<'rows'>): void {
  // Places in an order or on a picture have numbers: one is written down, and none has to be listed.
  const isNumbered = options.every(({ text: number }, place) => number === `${place + 1}`)
  if (!isBank && !isNumbered) {
    const choices = options.map((option) => named(at, option)).join(' / ')
    for (const row of left) text(at, `${heard(at, row)}   (${choices})`)
    return
  }
  for (const row of left) {
    drawPicture(at, row.picture, { size: 'small' })
    text(at, `${'_'.repeat(isMulti ? 12 : 4)}  ${heard(at, row) || row.picture?.alt || ''}`)
  }
  if (isNumbered) return
  for (const [place, option] of options.entries()) {
    drawPicture(at, option.picture, { indent: 48, size: 'small' })
    text(at, `${letterAt(place)}  ${named(at, option)}`, 48)
  }
}

function gaps(at: PaperSheet, widget: Of<'gaps'>): void {
  if (widget.bank.length > 0) bank(at, widget.bank)
  const filled = fillGaps(widget.html, (id) => {
    const gap = widget.gaps[id]
    const options = widget.bank.length === 0 ? (gap?.options ?? []) : []
    const choices = options.length > 0 ? ` (${options.map((option) => option.text).join(' / ')})` : ''
    return `${options.length > 0 ? '_'.repeat(8) : blank(gap?.size ?? 8)}${choices}`
  })
  drawHtml(at, filled)
}

/** Room for a word: by hand it takes twice as much as printed. */
function blank(letters: number): string {
  return '_'.repeat(Math.min(40, Math.max(12, letters * 2)))
}

/** Words to take from, in a frame. */
function bank(at: PaperSheet, words: readonly string[]): void {
  makeRoom(at, 44 * at.scale)
  const [from, page] = [at.y + 4 * at.scale, at.doc.page]
  at.y += 6 * at.scale
  paragraph(at, `${at.texts.bank} ${words.join('  ·  ')}`, { style: styleOf(at, 11), tag: 'P', indent: 20 })
  at.y += 4 * at.scale
  if (at.doc.page !== page || at.isDry) return
  decoration(at, (doc) =>
    doc
      .rect(at.left + 12, from, at.right - at.left - 12, at.y - from)
      .lineWidth(0.6)
      .stroke('#111111'),
  )
  at.y += 4 * at.scale
}

function writingLines(at: PaperSheet, count: number): void {
  for (let line = 0; line < count; line += 1) {
    makeRoom(at, 24 * at.scale)
    at.y += 22 * at.scale
    decoration(at, (doc) =>
      doc
        .moveTo(at.left + 12, at.y)
        .lineTo(at.right, at.y)
        .lineWidth(0.5)
        .stroke('#777777'),
    )
  }
  at.y += 6 * at.scale
}

/** An empty frame to draw or to write in. */
function freeRoom(at: PaperSheet, lines: number): void {
  const height = Math.min(lines * 22 * at.scale, at.bottom - margin - 60)
  makeRoom(at, height + 12)
  const top = at.y + 6
  decoration(at, (doc) =>
    doc
      .rect(at.left + 12, top, at.right - at.left - 12, height)
      .lineWidth(0.6)
      .stroke('#777777'),
  )
  at.y = top + height + 6
}

/** A square of letters, or cells to write into. */
function grid(at: PaperSheet, { rows: cells, numbers }: Of<'grid'>): void {
  const wide = Math.max(1, ...cells.map((row) => row.length))
  const cell = Math.min(20 * at.scale, (at.right - at.left - 12) / wide, (at.bottom - 60) / cells.length)
  makeRoom(at, cell * cells.length + 8)
  const top = at.y + 6
  if (at.isDry) {
    at.y = top + cells.length * cell + 6
    return
  }
  const letter = { ...styleOf(at, 11), size: cell * 0.55 }
  const small = { ...letter, size: cell * 0.34 }
  const all = cells
    .flatMap((row, y) => row.map((sign, x) => ({ sign, x, y })))
    .filter(({ sign }) => sign !== undefined)
  decoration(at, (doc) => {
    for (const { x, y } of all) doc.rect(at.left + 12 + x * cell, top + y * cell, cell, cell)
    doc.lineWidth(0.6).stroke('#111111')
  })
  at.root.add(
    at.doc.struct('P', {}, () => {
      for (const { sign = '', x, y } of all) {
        const [cx, cy] = [at.left + 12 + x * cell, top + y * cell]
        const number = numbers[`${x} ${y}`]
        if (number !== undefined) drawLine(at.doc, String(number), { x: cx + 1.5, y: cy + 1 }, small)
        const room = (cell - widthOf(at.doc, sign, letter)) / 2
        if (sign !== '') drawLine(at.doc, sign, { x: cx + room, y: cy + cell * 0.16 }, letter)
      }
    }),
  )
  at.y = top + cells.length * cell + 6
}

function letterAt(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${letter}${Math.floor(place / 26)}`
}

const cardColumns = 4
const padding = 8
const lowest = 64

/** Cards to be cut out along the dashes, in rows of four. */
function drawCards(at: PaperSheet, cards: readonly Option[]): void {
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

/** A line with ticks and numbers, to mark a place on by hand; its numbers are read out. */
function drawNumberLine(at: PaperSheet, line: Extract<Widget, { kind: 'slider' }>): void {
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
