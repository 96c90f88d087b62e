import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { unpackWoff } from '#platform/gateways/documents/typeface/typeface.ts'
import type { Random } from './random.ts'
import type { SheetWords } from './sheet-words.ts'

const require = createRequire(import.meta.url)

function fontFile(script: string, weight: number): Buffer {
  return unpackWoff(
    readFileSync(
      require.resolve(`@fontsource/commissioner/files/commissioner-${script}-${weight}-normal.woff`),
    ),
  )
}

const fontFiles = {
  latin: fontFile('latin', 400),
  latinBold: fontFile('latin', 700),
  greek: fontFile('greek', 400),
  greekBold: fontFile('greek', 700),
}

type FontName = keyof typeof fontFiles

/** Everything a family needs to measure and draw: the document, its colours, its words, its numbers. */
export type Ink = {
  doc: PDFKit.PDFDocument
  widths: Map<string, number>
  color: { dark: string; mid: string; light: string }
  words: SheetWords
  random: Random
}

export type Style = { size: number; bold?: boolean; color?: string }

export const page = { width: 595.28, height: 841.89, left: 48, inner: 499, bottom: 788 }
export const black = '#22252b'
export const grey = '#5c636d'

export function openDocument(title: string, author: string): PDFKit.PDFDocument {
  const fixed = new Date('2026-01-05T08:00:00Z')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: {
      Title: title,
      Author: author,
      Creator: 'Aularium',
      Producer: 'Aularium',
      CreationDate: fixed,
      ModDate: fixed,
    },
  })
  for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file)
  return doc
}

function fontOf(char: string, bold: boolean): FontName {
  const code = char.codePointAt(0) ?? 0
  const greek = code >= 0x370 && code <= 0x3ff
  if (greek) return bold ? 'greekBold' : 'greek'
  return bold ? 'latinBold' : 'latin'
}

/** Width of a single-line string in points. Kerning is left out on purpose, so drawn text never comes out wider. */
export function textWidth(ink: Ink, text: string, style: Style): number {
  let total = 0
  for (const char of text) {
    const font = fontOf(char, style.bold ?? false)
    const id = font + char
    let width = ink.widths.get(id)
    if (width === undefined) {
      width = ink.doc.font(font).fontSize(1000).widthOfString(char)
      ink.widths.set(id, width)
    }
    total += width
  }
  return (total * style.size) / 1000
}

/** Draws one line of text; `y` is its top. Latin and Greek live in two font files, so runs are drawn one by one. */
export function drawText(ink: Ink, text: string, x: number, y: number, style: Style): void {
  let run = ''
  let font: FontName | undefined
  let left = x
  function flush(): void {
    if (run === '' || font === undefined) return
    ink.doc
      .font(font)
      .fontSize(style.size)
      .fillColor(style.color ?? black)
    ink.doc.text(run, left, y, { lineBreak: false })
    left += textWidth(ink, run, style)
    run = ''
  }
  for (const char of text) {
    const wanted = char === ' ' && font ? font : fontOf(char, style.bold ?? false)
    if (wanted !== font) flush()
    font = wanted
    run += char
  }
  flush()
}

export function drawCentred(ink: Ink, text: string, centre: number, y: number, style: Style): void {
  drawText(ink, text, centre - textWidth(ink, text, style) / 2, y, style)
}

/** The same style, made smaller until `text` fits into `width`. */
export function fitted(ink: Ink, text: string, width: number, style: Style): Style {
  const wide = textWidth(ink, text, style)
  return wide <= width ? style : { ...style, size: Math.max(5, (style.size * width) / wide) }
}

export function rule(
  ink: Ink,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color = '#9aa1ab',
  width = 0.7,
): void {
  ink.doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).strokeColor(color).stroke()
}

export function box(
  ink: Ink,
  x: number,
  y: number,
  w: number,
  h: number,
  fill?: string,
  stroke?: string,
): void {
  ink.doc.roundedRect(x, y, w, h, 5)
  if (fill && stroke) ink.doc.lineWidth(0.8).fillAndStroke(fill, stroke)
  else if (fill) ink.doc.fill(fill)
  else ink.doc.lineWidth(0.8).stroke(stroke ?? '#9aa1ab')
}
