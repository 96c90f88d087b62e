import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { Colour } from '#platform/rules/web/contrast.ts'
import type { Bitmap } from './page-picture.ts'

/** The part of PDFium that reads single letters, which the library's own classes hide. Numbers are addresses. */
interface LetterReader {
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, at: number): number
  _FPDFText_GetTextObject(text: number, at: number): number
  _FPDFTextObj_GetTextRenderMode(object: number): number
  _FPDFText_GetFillColor(text: number, at: number, r: number, g: number, b: number, a: number): number
  _FPDFText_GetFontSize(text: number, at: number): number
  _FPDFText_GetMatrix(text: number, at: number, matrix: number): number
  _FPDFText_GetCharBox(text: number, at: number, l: number, r: number, b: number, t: number): number
  _FPDF_PageToDevice(
    ...given: [
      ...[page: number, startX: number, startY: number, sizeX: number, sizeY: number, rotate: number],
      ...[x: number, y: number, deviceX: number, deviceY: number],
    ]
  ): number
  wasmExports: { malloc(size: number): number; free(address: number): void }
  HEAPU8: Uint8Array
}

/** In pixels of the drawn page, both ends within. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Letters that were written together in one colour. */
export interface TextRun {
  letters: number
  colour: Colour
  /** From 0, not to be seen, to 1. */
  alpha: number
  points: number
  box: Box
}

/** Looking at more would cost more than it tells. */
const mostChars = 6000
/** Modes that fill letters: others draw outlines, or nothing (the words below a scan). */
const filling = new Set([0, 2])
const letter = /[\p{L}\p{N}]/u
/** Four doubles, six floats, four numbers and two more fit in here. */
const scratchBytes = 96

/** The words of a page as they are written, with the place each has in its picture. */
export function textRuns(
  document: PDFiumDocument,
  index: number,
  size: Pick<Bitmap, 'width' | 'height'>,
): TextRun[] {
  const page = document.getPage(index) as unknown as { module: LetterReader; pageIdx: number }
  const { module, pageIdx } = page
  const text = module._FPDFText_LoadPage(pageIdx)
  if (text === 0) return []
  const scratch = module.wasmExports.malloc(scratchBytes)
  try {
    const chars = Math.min(module._FPDFText_CountChars(text), mostChars)
    const runs: TextRun[] = []
    let [object, run]: [number, TextRun | undefined] = [0, undefined]
    for (let at = 0; at < chars; at += 1) {
      if (!letter.test(String.fromCodePoint(codeAt(module, text, at)))) continue
      const next = module._FPDFText_GetTextObject(text, at)
      if (next !== object) {
        run = next === 0 ? undefined : beginRun({ module, text, scratch }, at, next)
        if (run !== undefined) runs.push(run)
        object = next
      }
      const box = run && boxOf({ module, text, scratch }, at, { pageIdx, size })
      if (run === undefined || box === undefined) continue
      run.letters += 1
      run.box = around(run.box, box)
    }
    return runs.filter(({ letters }) => letters > 0)
  } finally {
    module.wasmExports.free(scratch)
    module._FPDFText_ClosePage(text)
  }
}

interface Reading {
  module: LetterReader
  text: number
  scratch: number
}

/** What PDFium cannot name is a space. */
function codeAt(module: LetterReader, text: number, at: number): number {
  const code = module._FPDFText_GetUnicode(text, at)
  return code > 0 && code <= 0x10ffff ? code : 32
}

function beginRun(reading: Reading, at: number, object: number): TextRun | undefined {
  const { module, text, scratch } = reading
  if (!filling.has(module._FPDFTextObj_GetTextRenderMode(object))) return undefined
  const places = [0, 4, 8, 12].map((offset) => scratch + offset) as [number, number, number, number]
  if (module._FPDFText_GetFillColor(text, at, ...places) === 0) return undefined
  const values = new DataView(module.HEAPU8.buffer)
  const [red = 0, green = 0, blue = 0, alpha = 0] = places.map((place) => values.getUint32(place, true))
  const [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    ...{ letters: 0, colour: [red, green, blue], alpha: alpha / 255, points: pointsOf(reading, at) },
    box: { left, right, top, bottom },
  }
}

/** As large as it is on paper: many programs write in size 1 and enlarge that. */
function pointsOf({ module, text, scratch }: Reading, at: number): number {
  const size = module._FPDFText_GetFontSize(text, at)
  if (module._FPDFText_GetMatrix(text, at, scratch) === 0) return size
  const values = new DataView(module.HEAPU8.buffer)
  return size * Math.hypot(values.getFloat32(scratch + 8, true), values.getFloat32(scratch + 12, true))
}

function boxOf(
  { module, text, scratch }: Reading,
  at: number,
  { pageIdx, size }: { pageIdx: number; size: Pick<Bitmap, 'width' | 'height'> },
): Box | undefined {
  const places = [0, 8, 16, 24].map((offset) => scratch + offset) as [number, number, number, number]
  if (module._FPDFText_GetCharBox(text, at, ...places) === 0) return undefined
  const values = new DataView(module.HEAPU8.buffer)
  const [left = 0, right = 0, bottom = 0, top = 0] = places.map((place) => values.getFloat64(place, true))
  const device = (x: number, y: number) => {
    const [toX, toY] = [scratch + 32, scratch + 36]
    module._FPDF_PageToDevice(pageIdx, 0, 0, size.width, size.height, 0, x, y, toX, toY)
    const found = new DataView(module.HEAPU8.buffer)
    return { x: found.getInt32(toX, true), y: found.getInt32(toY, true) }
  }
  const [one, other] = [device(left, top), device(right, bottom)]
  const [xs, ys] = [
    [one.x, other.x],
    [one.y, other.y],
  ]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  }
}
