import { readFile, writeFile } from 'node:fs/promises'
import type { PDFDict as Dict, PDFArray as List, PDFRef as Ref } from '@cantoo/pdf-lib'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { stampLimits } from '#platform/limits.ts'
import type { StampTask } from '../documents.ts'
import { graphicsStateOf } from './graphics-state.ts'
import { type OpenPdf, openPdf, type Writer, written } from './open-pdf.ts'
import { decoded } from './pdf-streams.ts'
import { handleOf, type Pdfium, pdfiumOf } from './pdfium.ts'

/** Points from the corner of what is seen: most printers leave a margin of 4 mm. On small pages it is a part of them. */
const margin = { left: 18, bottom: 12, most: 0.06 }
/** As PDFium takes a page that does not say its size. */
const letterSize: Box = { left: 0, bottom: 0, right: 612, top: 792 }
const mostDepth = 100
/** Points a stamp may be above the foot. */
const mostLift = 144

interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

/** A page with what it has from those above it in the tree of pages. */
interface Page {
  dict: Dict
  box: Box
  /** How far it is turned clockwise when it is shown. */
  turn: 0 | 90 | 180 | 270
  /** How many points one unit of it is. */
  unit: number
  resources: Dict | undefined
}

/** Where a stamp lies on a page: from its own coordinates to those of the page (ISO 32000-1, 8.3.4). */
type Matrix = readonly [number, number, number, number, number, number]

/**
 * Draws one page at the foot of each page of another file, upright and in front of everything, and reads it there again
 * before the copy is written; false for a file that has to stay as it is (openPdf) or on which it is not found.
 */
export async function stampPdf(library: PDFiumLibrary, task: StampTask): Promise<boolean> {
  const copy = await stamped(library, { bytes: await readFile(task.source), overlay: task.overlay })
  if (copy === undefined) return false
  await writeFile(task.target, copy, { flag: 'wx' })
  return true
}

async function stamped(
  library: PDFiumLibrary,
  { bytes, overlay }: { bytes: Uint8Array; overlay: Uint8Array },
): Promise<Uint8Array | undefined> {
  const open = await openPdf(library, bytes)
  if (typeof open === 'string') return undefined
  if (open.sizes.length === 0 || open.sizes.length / 2 > stampLimits.pages) return undefined
  const [stamp] = await open.document.embedPdf(overlay, [0])
  if (stamp === undefined) throw new Error('the overlay is no page')
  await stamp.embed()
  const pages = pagesOf(open)
  const places = pages.map((page) => freePlace(open, page, stamp))
  const done = new Set<Dict>()
  for (const [index, page] of pages.entries()) {
    const place = places[index]
    if (place && !done.has(page.dict)) {
      drawOn(open, page, { stamp: stamp.ref, place })
      drawOver(open, page, { stamp, place })
    }
    done.add(page.dict)
  }
  const copy = await written(library, open)
  return copy && (await isSeen(library, { copy, overlay, places, size: stamp })) ? copy : undefined
}

/** The pages in their order (ISO 32000-1, 7.7.3). */
function pagesOf({ lib, document }: OpenPdf): Page[] {
  const name = lib.PDFName.of
  const pages: Page[] = []
  const inherited = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map((key) => name(key))
  const walk = (dict: Dict, above: Map<unknown, unknown>, path: readonly Dict[]) => {
    if (path.includes(dict) || path.length > mostDepth) return
    const own = new Map(above)
    for (const key of inherited) {
      const value = dict.lookup(key)
      if (value !== undefined) own.set(key, value)
    }
    const kids = dict.lookup(name('Kids'))
    if (kids instanceof lib.PDFArray) {
      for (let at = 0; at < kids.size(); at += 1) {
        const kid = kids.lookup(at)
        if (kid instanceof lib.PDFDict) walk(kid, own, [...path, dict])
      }
      return
    }
    const resources = own.get(name('Resources'))
    const [media, crop] = [boxOf(lib, own.get(name('MediaBox'))), boxOf(lib, own.get(name('CropBox')))]
    pages.push({
      dict,
      box: seenBox(media, crop),
      turn: turnOf(numberOf(lib, own.get(name('Rotate')))),
      unit: Math.max(0, numberOf(lib, dict.lookup(name('UserUnit')))) || 1,
      resources: resources instanceof lib.PDFDict ? resources : undefined,
    })
  }
  const root = document.catalog.lookup(name('Pages'))
  if (root instanceof lib.PDFDict) walk(root, new Map(), [])
  return pages
}

function numberOf(lib: Writer, value: unknown): number {
  return value instanceof lib.PDFNumber ? value.asNumber() : 0
}

/** Whole quarters alone count, as PDFium and others take it: a page by 45 degrees is shown as it is. */
function turnOf(rotate: number): Page['turn'] {
  const turn = ((Math.trunc(rotate / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[turn] ?? 0
}

/** Two opposite corners in any order (7.9.5). */
function boxOf(lib: Writer, value: unknown): Box | undefined {
  if (!(value instanceof lib.PDFArray) || value.size() < 4) return undefined
  const list: List = value
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((at) => numberOf(lib, list.lookup(at)))
  const box = {
    left: Math.min(x1, x2),
    right: Math.max(x1, x2),
    bottom: Math.min(y1, y2),
    top: Math.max(y1, y2),
  }
  return box.right > box.left && box.top > box.bottom ? box : undefined
}

/** What is shown of a page: its crop box as far as it lies on the paper (14.11.2.1). */
function seenBox(media: Box = letterSize, crop: Box = media): Box {
  const box = {
    left: Math.max(media.left, crop.left),
    right: Math.min(media.right, crop.right),
    bottom: Math.max(media.bottom, crop.bottom),
    top: Math.min(media.top, crop.top),
  }
  return box.right > box.left && box.top > box.bottom ? box : media
}

/** At the foot, or above a field of a form that lies there: readers draw fields in front of everything. */
function freePlace(open: OpenPdf, page: Page, size: { width: number; height: number }): Matrix {
  const fields = notesOf(open, page).filter(({ isField }) => isField)
  for (let lift = 0; lift <= mostLift; lift += margin.bottom) {
    const place = placeOf(page, size, lift)
    const covered = coveredBox(place, size)
    if (!fields.some(({ rect }) => overlap(rect, covered))) return place
  }
  return placeOf(page, size)
}

/** At the lower left of the page as it is shown, made smaller where it would not fit. */
function placeOf({ box, turn, unit }: Page, size: { width: number; height: number }, lift = 0): Matrix {
  const isAcross = turn === 90 || turn === 270
  const [wide, high] = [box.right - box.left, box.top - box.bottom]
  const [width, height] = isAcross ? [high * unit, wide * unit] : [wide * unit, high * unit]
  const right = Math.min(margin.left, width * margin.most)
  const up = Math.min(margin.bottom, height * margin.most)
  const scale = Math.min(1, (width - 2 * right) / size.width, (height - 2 * up) / size.height) / unit
  const [u, v] = [right / unit, (up + Math.min(lift, height / 4)) / unit]
  if (turn === 90) return [0, scale, -scale, 0, box.right - v, box.bottom + u]
  if (turn === 180) return [-scale, 0, 0, -scale, box.right - u, box.top - v]
  if (turn === 270) return [0, -scale, scale, 0, box.left + v, box.top - u]
  return [scale, 0, 0, scale, box.left + u, box.bottom + v]
}

/** Around what the page draws stands a saved state, so that neither its clips nor its scales reach the stamp. */
function drawOn(
  open: OpenPdf,
  { dict, resources }: Page,
  { stamp, place }: { stamp: Ref; place: Matrix },
): void {
  const { lib, document } = open
  const { context } = document
  const name = lib.PDFName.of
  const own = context.obj({})
  for (const [key, value] of resources?.entries() ?? []) own.set(key, value)
  const pictures = context.obj({})
  const before = resources?.lookup(name('XObject'))
  if (before instanceof lib.PDFDict) for (const [key, value] of before.entries()) pictures.set(key, value)
  const key = pictures.uniqueKey('Stamp')
  pictures.set(key, stamp)
  own.set(name('XObject'), pictures)
  dict.set(name('Resources'), own)
  const contents = dict.lookup(name('Contents'))
  const parts = contents instanceof lib.PDFArray ? contents.asArray() : dict.get(name('Contents'))
  const list = Array.isArray(parts) ? parts : parts === undefined ? [] : [parts]
  const drawn = Buffer.concat(
    list.flatMap((part) => {
      const stream = context.lookup(part)
      const bytes = stream instanceof lib.PDFStream ? decoded(lib, stream) : undefined
      return bytes ? [bytes, Buffer.from('\n')] : []
    }),
  )
  const { saves, restores } = graphicsStateOf(drawn)
  const numbers = place.map((each) => Number(each.toFixed(4))).join(' ')
  const stream = (text: string) => context.register(context.stream(text))
  const all = context.obj([])
  all.push(stream(`${'q '.repeat(saves)}\n`))
  for (const part of list) all.push(part)
  all.push(stream(`\n${restores} /Artifact BMC q ${numbers} cm ${key.asString()} Do Q EMC\n`))
  dict.set(name('Contents'), all)
}

/**
 * Notes and fields of forms lie in front of what a page draws: where one lies on the stamp, the stamp is shown once more, in front
 * of them.
 */
function drawOver(
  open: OpenPdf,
  page: Page,
  { stamp, place }: { stamp: { ref: Ref; width: number; height: number }; place: Matrix },
): void {
  const { lib, document } = open
  const { context } = document
  const name = lib.PDFName.of
  const box = coveredBox(place, stamp)
  const notes = page.dict.lookup(name('Annots'))
  if (!(notes instanceof lib.PDFArray) || !notesOf(open, page).some(({ rect }) => overlap(rect, box))) return
  const rect = [box.left, box.bottom, box.right, box.top]
  const look = context.stream(`q ${place.map((each) => Number(each.toFixed(4))).join(' ')} cm /Stamp Do Q`, {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: rect },
    Resources: { XObject: { Stamp: stamp.ref } },
  })
  const flags = { print: 4, readOnly: 64, locked: 128 }
  const over = context.obj({
    ...{ Type: 'Annot', Subtype: 'Stamp', Rect: rect, F: flags.print + flags.readOnly + flags.locked },
    AP: { N: context.register(look) },
  })
  page.dict.set(name('Annots'), context.obj([...notes.asArray(), context.register(over)]))
}

function notesOf({ lib, document }: OpenPdf, { dict }: Page): { rect: Box; isField: boolean }[] {
  const name = lib.PDFName.of
  const notes = dict.lookup(name('Annots'))
  if (!(notes instanceof lib.PDFArray)) return []
  return notes.asArray().flatMap((each) => {
    const note = document.context.lookup(each)
    if (!(note instanceof lib.PDFDict)) return []
    const rect = boxOf(lib, note.lookup(name('Rect')))
    return rect ? [{ rect, isField: note.lookup(name('Subtype')) === name('Widget') }] : []
  })
}

/** What a stamp covers of a page. */
function coveredBox([a, b, c, d, e, f]: Matrix, { width, height }: { width: number; height: number }): Box {
  const xs = [e, e + a * width, e + c * height, e + a * width + c * height]
  const ys = [f, f + b * width, f + d * height, f + b * width + d * height]
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.bottom < other.top && other.bottom < one.top
}

/** Whether each page has the words of the stamp where it was put, as upright as it was put, and under no clip. */
async function isSeen(
  library: PDFiumLibrary,
  about: {
    copy: Uint8Array
    overlay: Uint8Array
    places: readonly Matrix[]
    size: { width: number; height: number }
  },
): Promise<boolean> {
  const pdfium = pdfiumOf(library)
  const line = await library.loadDocument(about.overlay)
  const words = line.getPage(0).getText().replace(/\s+/g, '')
  line.destroy()
  if (words === '') throw new Error('the overlay has no words')
  const document = await library.loadDocument(about.copy)
  const scratch = pdfium.wasmExports.malloc(40)
  try {
    return about.places.every((place, index) =>
      isOnPage(pdfium, { document, index, scratch }, { words, place, size: about.size }),
    )
  } finally {
    pdfium.wasmExports.free(scratch)
    document.destroy()
  }
}

function isOnPage(
  pdfium: Pdfium,
  { document, index, scratch }: { document: PDFiumDocument; index: number; scratch: number },
  stamp: { words: string; place: Matrix; size: { width: number; height: number } },
): boolean {
  const page = pdfium._FPDF_LoadPage(handleOf(document), index)
  if (page === 0) return false
  const text = pdfium._FPDFText_LoadPage(page)
  try {
    const last = pdfium._FPDFPage_GetObject(page, pdfium._FPDFPage_CountObjects(page) - 1)
    const isClipped = pdfium._FPDFClipPath_CountPaths(pdfium._FPDFPageObj_GetClipPath(last)) > 0
    return !isClipped && wordsAt(pdfium, { text, scratch }, stamp).includes(stamp.words)
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}

/** The letters that begin within a place and run in its direction. */
function wordsAt(
  pdfium: Pdfium,
  { text, scratch }: { text: number; scratch: number },
  { place, size }: { place: Matrix; size: { width: number; height: number } },
): string {
  const [a, b, c, d, e, f] = place
  const square = a * d - b * c
  const [x, y] = [scratch + 24, scratch + 32]
  const signs: string[] = []
  for (let at = 0; at < pdfium._FPDFText_CountChars(text); at += 1) {
    if (pdfium._FPDFText_GetCharOrigin(text, at, x, y) === 0) continue
    const values = new DataView(pdfium.HEAPU8.buffer)
    const [dx, dy] = [values.getFloat64(x, true) - e, values.getFloat64(y, true) - f]
    const [u, v] = [(d * dx - c * dy) / square, (a * dy - b * dx) / square]
    if (u < -1 || u > size.width + 1 || v < -1 || v > size.height + 1) continue
    if (pdfium._FPDFText_GetMatrix(text, at, scratch) === 0) continue
    const [runX, runY] = [values.getFloat32(scratch, true), values.getFloat32(scratch + 4, true)]
    const along = (runX * a + runY * b) / (Math.hypot(runX, runY) * Math.hypot(a, b))
    if (along > 0.99)
      signs.push(String.fromCodePoint(Math.max(0, pdfium._FPDFText_GetUnicode(text, at)) || 32))
  }
  return signs.join('').replace(/\s+/g, '')
}
