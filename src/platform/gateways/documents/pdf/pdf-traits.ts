import { constants, inflateSync } from 'node:zlib'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { PdfTraits } from '../documents.ts'

/** The part of the library's PDFium that its own classes hide: plain C functions on the document's address. */
interface RawPdfium {
  module: {
    _FPDFCatalog_IsTagged(document: number): number
    _FPDFDoc_GetJavaScriptActionCount(document: number): number
    _FPDFDoc_GetAttachmentCount(document: number): number
    _FPDF_GetMetaText(document: number, name: number, buffer: number, length: number): number
    wasmExports: { malloc(size: number): number; free(address: number): void }
    HEAPU8: Uint8Array
  }
  documentIdx: number
}

/** An empty title is its two closing bytes (UTF-16). */
const emptyTitle = 2
const mostStreams = 64
const mostBytes = 1_000_000
/** Looking for words in thousands of scanned pages would cost more than it tells. */
const mostPages = 100

/**
 * What a PDF says of itself to a screen reader: tags, a title, a language. That is what programs that write
 * accessible files set (ISO 14289-1, 7.1 and 7.2), not a proof that every picture has its words.
 */
export function traitsOf(document: PDFiumDocument, bytes: Uint8Array): PdfTraits {
  const raw = document as unknown as RawPdfium
  return {
    isTagged: raw.module._FPDFCatalog_IsTagged(raw.documentIdx) === 1,
    hasTitle: titleBytes(raw) > emptyTitle,
    hasLanguage: hasLanguage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    hasText: hasText(document),
  }
}

/** A scan has pictures of words: nothing to read aloud, to search or to copy. */
function hasText(document: PDFiumDocument): boolean | null {
  const count = document.getPageCount()
  for (let page = 0; page < Math.min(count, mostPages); page += 1)
    if (/[\p{L}\p{N}]/u.test(document.getPage(page).getText())) return true
  return count > mostPages ? null : false
}

/** Scripts and attachments in the lists of the whole document, as PDFium finds them. */
export function hasActions(document: PDFiumDocument): boolean {
  const { module, documentIdx } = document as unknown as RawPdfium
  const counts = [
    module._FPDFDoc_GetJavaScriptActionCount(documentIdx),
    module._FPDFDoc_GetAttachmentCount(documentIdx),
  ]
  return counts.some((count) => count > 0)
}

function titleBytes({ module, documentIdx }: RawPdfium): number {
  const name = Buffer.from('Title\0')
  const address = module.wasmExports.malloc(name.length)
  try {
    module.HEAPU8.set(name, address)
    return module._FPDF_GetMetaText(documentIdx, address, 0, 0)
  } finally {
    module.wasmExports.free(address)
  }
}

/** PDFium has no word for the language; the catalog that names it stands in the file or in one of its object streams. */
function hasLanguage(file: Buffer): boolean {
  if (namesLanguage(file)) return true
  let at = file.indexOf('/ObjStm')
  for (let count = 0; at >= 0 && count < mostStreams; count += 1) {
    const start = file.indexOf('stream', at)
    if (start < 0) return false
    if (namesLanguage(unpacked(file.subarray(start + 'stream'.length, start + mostBytes)))) return true
    at = file.indexOf('/ObjStm', start)
  }
  return false
}

function namesLanguage(part: Buffer): boolean {
  for (let at = part.indexOf('/Lang'); at >= 0; at = part.indexOf('/Lang', at + 1))
    if (/^\/Lang\s*(\([^)]|<[\da-f])/i.test(part.toString('latin1', at, at + 20))) return true
  return false
}

function unpacked(stream: Buffer): Buffer {
  try {
    // After the keyword stands one line end, then the packed bytes.
    const from = stream[0] === 13 ? 2 : 1
    return inflateSync(stream.subarray(from), {
      maxOutputLength: mostBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
  } catch {
    return Buffer.alloc(0)
  }
}
