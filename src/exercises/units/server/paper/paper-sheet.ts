import { keyLineInWords } from '#exercises/model/text/key-words.ts'
import {
  drawLine,
  hasScriptedSigns,
  type TextStyle,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'
import type { PrintedPicture } from '#platform/gateways/images/print.ts'

/** What a worksheet says in the language of its world. */
export interface PaperTexts {
  name: string
  task: string
  points: string
  key: string
  bank: string
  address: string
  /** Of statements. */
  values: Readonly<Record<string, string>>
  across: string
  down: string
  diagonal: string
  recording: string
  credits: string
  /** What stands before tenths. */
  decimal: string
}

/** A document that is being drawn, and how far down it is. */
export interface PaperSheet {
  doc: PDFKit.PDFDocument
  root: PDFKit.PDFStructureElement
  y: number
  left: number
  right: number
  bottom: number
  /** How much larger everything is. */
  scale: number
  texts: PaperTexts
  pictures: ReadonlyMap<string, PrintedPicture>
  /** Nothing is drawn: only `y` says how much room it takes. */
  isDry?: true
}

export const margin = 48
export const ink = '#111111'

/** Styles of one size of print: black on white, so that every printer can do them. */
export const styleOf = (
  { scale }: Pick<PaperSheet, 'scale'>,
  size: number,
  weight: TextStyle['weight'] = 'plain',
): TextStyle => ({
  size: size * scale,
  weight,
  color: ink,
})

/** Signs that are in no font of texts, in words. */
export function readable({ texts }: Pick<PaperSheet, 'texts'>, line: string): string {
  return keyLineInWords(line, texts.values)
    .replaceAll('→', `(${texts.across})`)
    .replaceAll('↓', `(${texts.down})`)
    .replaceAll('↘', `(${texts.diagonal})`)
    .replaceAll('♪', `(${texts.recording})`)
}

/** A text with its tag, over pages where it is long. */
export function paragraph(
  at: PaperSheet,
  text: string,
  { style, tag, before = 2, indent = 0 }: { style: TextStyle; tag: string; before?: number; indent?: number },
): void {
  const height = style.size * 1.4
  const lines = text.split('\n').flatMap((line) => wrap(at.doc, line, at.right - at.left - indent, style))
  if (lines.length === 0) return
  at.y += before * at.scale
  if (at.isDry) {
    at.y += lines.length * height
    return
  }
  // A screen reader reads powers and indices as part of the whole text.
  const element = hasScriptedSigns(text) ? at.doc.struct(tag, { actual: text }) : at.doc.struct(tag)
  at.root.add(element)
  let rest = lines
  while (rest.length > 0) {
    makeRoom(at, height)
    // What is tagged ends with its page: the next page has a tag of its own.
    const room = Math.max(1, Math.floor((at.bottom - at.y) / height))
    const here = rest.slice(0, room)
    rest = rest.slice(room)
    element.add(() => {
      for (const line of here) {
        drawLine(at.doc, line, { x: at.left + indent, y: at.y }, style)
        at.y += height
      }
    })
  }
  element.end()
}

/** What no screen reader has to read out: lines to write on, boxes, frames. */
export function decoration(at: PaperSheet, draw: (doc: PDFKit.PDFDocument) => void): void {
  if (at.isDry) return
  at.doc.markContent('Artifact', { type: 'Layout' })
  draw(at.doc)
  at.doc.endMarkedContent()
}

export function makeRoom(at: PaperSheet, height: number): void {
  if (!at.isDry && at.y + height > at.bottom) nextPage(at)
}

/** How much room something takes, without drawing it. */
export function heightOf(at: PaperSheet, draw: (at: PaperSheet) => void): number {
  const dry: PaperSheet = { ...at, y: 0, isDry: true }
  draw(dry)
  return dry.y
}

export function nextPage(at: PaperSheet): void {
  at.doc.addPage()
  at.y = margin
}
