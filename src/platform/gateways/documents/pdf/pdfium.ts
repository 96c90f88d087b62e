import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'

/** What of PDFium the wrapper does not offer; its own functions go by the same names. Numbers are addresses. */
export interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: {
    malloc: (bytes: number) => number
    free: (at: number) => void
    __indirect_function_table: WebAssembly.Table
  }
  _FPDF_SaveAsCopy: (document: number, writer: number, flags: number) => number
  _FPDF_GetSecurityHandlerRevision: (document: number) => number
  _FPDF_GetPageSizeByIndexF: (document: number, index: number, size: number) => number
  _FPDF_LoadPage: (document: number, index: number) => number
  _FPDF_ClosePage: (page: number) => void
  _FPDFPage_CountObjects: (page: number) => number
  _FPDFPage_GetObject: (page: number, index: number) => number
  _FPDFPageObj_GetClipPath: (object: number) => number
  _FPDFClipPath_CountPaths: (clip: number) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_GetUnicode: (text: number, at: number) => number
  _FPDFText_GetMatrix: (text: number, at: number, matrix: number) => number
  _FPDFText_GetCharOrigin: (text: number, at: number, x: number, y: number) => number
}

const withoutUpdates = 2
/** (i32, i32, i32) -> i32, which calls the function it was given: PDFium calls functions of WebAssembly only. */
const forwarder = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0],
  ...[7, 5, 1, 1, 102, 0, 0],
])

/** The functions of PDFium behind the wrapper. */
export function pdfiumOf(library: PDFiumLibrary): Pdfium {
  return (library as unknown as { module: Pdfium }).module
}

/** Where PDFium has a document. */
export function handleOf(document: PDFiumDocument): number {
  return (document as unknown as { documentIdx: number }).documentIdx
}

/** Whether a password or rights protect it, though it opens without one. */
export function isProtected(pdfium: Pdfium, document: PDFiumDocument): boolean {
  return pdfium._FPDF_GetSecurityHandlerRevision(handleOf(document)) >= 0
}

/**
 * A document as PDFium writes it: every object by itself, repaired, without earlier versions. The table of functions
 * cannot grow: its first place, which stays empty, is lent.
 */
export function savedAnew(pdfium: Pdfium, document: PDFiumDocument): Uint8Array | undefined {
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

/** Points of width and height of each page, as it is seen. */
export function pageSizes(pdfium: Pdfium, document: PDFiumDocument): number[] {
  const at = pdfium.wasmExports.malloc(8)
  try {
    return Array.from({ length: document.getPageCount() }, (_, index) => {
      pdfium._FPDF_GetPageSizeByIndexF(handleOf(document), index, at)
      const view = new DataView(pdfium.HEAPU8.buffer)
      return [view.getFloat32(at, true), view.getFloat32(at + 4, true)]
    }).flat()
  } finally {
    pdfium.wasmExports.free(at)
  }
}
