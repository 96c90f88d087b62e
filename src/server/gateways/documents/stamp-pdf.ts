import { readFile, writeFile } from 'node:fs/promises'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { stampLimits } from '#shared/limits.ts'
import type { StampTask } from './documents.ts'

/** What of PDFium the wrapper does not offer; its own functions go by the same names. */
interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: {
    malloc: (bytes: number) => number
    free: (at: number) => void
    __indirect_function_table: WebAssembly.Table
  }
  _FPDF_NewXObjectFromPage: (into: number, from: number, index: number) => number
  _FPDF_NewFormObjectFromXObject: (picture: number) => number
  _FPDF_CloseXObject: (picture: number) => void
  _FPDF_LoadPage: (document: number, index: number) => number
  _FPDF_ClosePage: (page: number) => void
  _FPDFPageObj_Transform: (object: number, ...matrix: number[]) => void
  _FPDFPage_InsertObject: (page: number, object: number) => void
  _FPDFPage_GenerateContent: (page: number) => number
  _FPDFPage_GetCropBox: (page: number, ...corners: number[]) => number
  _FPDFPage_GetMediaBox: (page: number, ...corners: number[]) => number
  _FPDF_SaveAsCopy: (document: number, writer: number, flags: number) => number
}

/** Points from the corner of a page: most printers leave a margin of 4 mm. */
const margin = { left: 18, bottom: 12 }
const withoutUpdates = 2
/** (i32, i32, i32) -> i32, which calls the function it was given: PDFium calls functions of WebAssembly only. */
const forwarder = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0],
  ...[7, 5, 1, 1, 102, 0, 0],
])

/** Draws one page at the foot of each page of another file; false for a file that has to stay as it is. */
export async function stampPdf(library: PDFiumLibrary, task: StampTask): Promise<boolean> {
  const bytes = await readFile(task.source)
  // A signature says that nothing was added, a password that nobody may.
  if (bytes.includes('/ByteRange') || bytes.includes('/Encrypt')) return false
  const pdfium = (library as unknown as { module: Pdfium }).module
  const document = await library.loadDocument(bytes).catch(() => undefined)
  if (document === undefined) return false
  const overlay = await library.loadDocument(task.overlay)
  try {
    const pageCount = document.getPageCount()
    if (pageCount === 0 || pageCount > stampLimits.pages) return false
    drawOnEach(pdfium, { document, overlay, pageCount })
    const copy = save(pdfium, document)
    if (copy === undefined || !(await isWhole(library, copy, pageCount))) return false
    await writeFile(task.target, copy, { flag: 'wx' })
    return true
  } finally {
    overlay.destroy()
    document.destroy()
  }
}

function handleOf(document: PDFiumDocument): number {
  return (document as unknown as { documentIdx: number }).documentIdx
}

function drawOnEach(
  pdfium: Pdfium,
  about: { document: PDFiumDocument; overlay: PDFiumDocument; pageCount: number },
): void {
  const into = handleOf(about.document)
  const picture = pdfium._FPDF_NewXObjectFromPage(into, handleOf(about.overlay), 0)
  if (picture === 0) throw new Error('the overlay is no page')
  for (let index = 0; index < about.pageCount; index += 1) {
    const page = pdfium._FPDF_LoadPage(into, index)
    if (page === 0) throw new Error(`page ${index + 1} cannot be read`)
    const object = pdfium._FPDF_NewFormObjectFromXObject(picture)
    const { left, bottom } = cornerOf(pdfium, page)
    pdfium._FPDFPageObj_Transform(object, 1, 0, 0, 1, left + margin.left, bottom + margin.bottom)
    pdfium._FPDFPage_InsertObject(page, object)
    const isWritten = pdfium._FPDFPage_GenerateContent(page)
    pdfium._FPDF_ClosePage(page)
    if (!isWritten) throw new Error(`page ${index + 1} cannot be written`)
  }
  pdfium._FPDF_CloseXObject(picture)
}

/** The lower left corner of what is seen of a page. */
function cornerOf(pdfium: Pdfium, page: number): { left: number; bottom: number } {
  const at = pdfium.wasmExports.malloc(16)
  const corners = [at, at + 4, at + 8, at + 12]
  try {
    const isKnown =
      pdfium._FPDFPage_GetCropBox(page, ...corners) || pdfium._FPDFPage_GetMediaBox(page, ...corners)
    const view = new DataView(pdfium.HEAPU8.buffer)
    return isKnown
      ? { left: view.getFloat32(at, true), bottom: view.getFloat32(at + 4, true) }
      : { left: 0, bottom: 0 }
  } finally {
    pdfium.wasmExports.free(at)
  }
}

/** The bytes of a changed document. The table of functions cannot grow: its first place, which stays empty, is lent. */
function save(pdfium: Pdfium, document: PDFiumDocument): Uint8Array | undefined {
  const chunks: Uint8Array[] = []
  const take = (_writer: number, at: number, size: number) => {
    chunks.push(pdfium.HEAPU8.slice(at, at + size))
    return 1
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(forwarder), { e: { f: take } })
  const { malloc, free, __indirect_function_table: table } = pdfium.wasmExports
  const writer = malloc(8)
  table.set(0, exports.f)
  try {
    const view = new DataView(pdfium.HEAPU8.buffer)
    view.setInt32(writer, 1, true)
    view.setInt32(writer + 4, 0, true)
    return pdfium._FPDF_SaveAsCopy(handleOf(document), writer, withoutUpdates)
      ? Buffer.concat(chunks)
      : undefined
  } finally {
    table.set(0, null)
    free(writer)
  }
}

async function isWhole(library: PDFiumLibrary, bytes: Uint8Array, pageCount: number): Promise<boolean> {
  const copy = await library.loadDocument(bytes).catch(() => undefined)
  const isSame = copy?.getPageCount() === pageCount
  copy?.destroy()
  return isSame
}
