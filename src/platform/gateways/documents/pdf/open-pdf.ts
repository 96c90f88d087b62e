import type {
  PDFDict as Dict,
  PDFDocument as Document,
  PDFObject as Obj,
  PDFRef as Ref,
  PDFStream as Stream,
} from '@cantoo/pdf-lib'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type { LeftReason } from '#platform/rules/files/left-parts.ts'
import { isProtected, pageSizes, pdfiumOf, savedAnew } from './pdfium.ts'

/** The library that writes PDFs: loaded with the first that is written, not with each child. */
export const writer = () => import('@cantoo/pdf-lib')
export type Writer = Awaited<ReturnType<typeof writer>>

/** A PDF that may be changed and written. */
export interface OpenPdf {
  lib: Writer
  document: Document
  /** Width and height of each page, one after the other, for comparing. */
  sizes: readonly number[]
}

/**
 * Opens a PDF for changing, or says why it has to stay as it is: what is signed or protected would not be what it was,
 * pages of a dynamic form (XFA) are not what is seen. PDFium writes it anew first: objects are never packed or in an
 * earlier version then, whatever program made it, and what is broken is repaired as it is for drawing.
 */
export async function openPdf(library: PDFiumLibrary, bytes: Uint8Array): Promise<OpenPdf | LeftReason> {
  const pdfium = pdfiumOf(library)
  const read = await library.loadDocument(bytes).catch(() => undefined)
  if (read === undefined) return 'damaged'
  let saved: Uint8Array | undefined
  let sizes: number[]
  try {
    if (isProtected(pdfium, read)) return 'protected'
    sizes = pageSizes(pdfium, read)
    saved = savedAnew(pdfium, read)
  } finally {
    read.destroy()
  }
  if (saved === undefined) return 'damaged'
  const lib = await writer()
  const document = await lib.PDFDocument.load(saved, {
    ...{ updateMetadata: false, warnOnInvalidObjects: false, preserveXFA: true, capNumbers: true },
    parseSpeed: Number.POSITIVE_INFINITY,
  }).catch(() => undefined)
  if (document === undefined) return 'damaged'
  const open = { lib, document, sizes }
  return mustStay(open) ?? open
}

function mustStay({ lib, document }: OpenPdf): LeftReason | undefined {
  let reason: LeftReason | undefined
  forEachDict({ lib, document }, (dict) => {
    if (dict.has(lib.PDFName.of('ByteRange'))) reason = 'signed'
    else if (dict.has(lib.PDFName.of('XFA'))) reason ??= 'form'
  })
  return reason
}

/** Every dictionary that can be reached from the start of a document, each once; what nothing leads to is taken out. */
export function forEachDict(
  { lib, document }: Pick<OpenPdf, 'lib' | 'document'>,
  see: (dict: Dict, stream: { ref: Ref | undefined; stream: Stream } | undefined) => void,
): void {
  const { context } = document
  const seen = new Set<Ref>()
  const { Root, Info, ID } = context.trailerInfo
  const waiting: { object: Obj; ref?: Ref | undefined }[] = [Root, Info, ID].flatMap((object) =>
    object ? { object } : [],
  )
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, ref } = next
    if (object instanceof lib.PDFRef) {
      if (seen.has(object)) continue
      seen.add(object)
      const found = context.lookup(object)
      if (found) waiting.push({ object: found, ref: object })
    } else if (object instanceof lib.PDFStream) {
      see(object.dict, { ref, stream: object })
      for (const value of object.dict.values()) waiting.push({ object: value })
    } else if (object instanceof lib.PDFDict) {
      see(object, undefined)
      for (const value of object.values()) waiting.push({ object: value })
    } else if (object instanceof lib.PDFArray)
      for (const value of object.asArray()) waiting.push({ object: value })
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!seen.has(ref)) context.delete(ref)
}

/** The bytes of a changed document; undefined when it would not be the document it was. */
export async function written(
  library: PDFiumLibrary,
  { document, sizes }: OpenPdf,
): Promise<Uint8Array | undefined> {
  const bytes = await document.save({
    ...{ addDefaultPage: false, updateFieldAppearances: false, useObjectStreams: true },
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
  const copy = await library.loadDocument(bytes).catch(() => undefined)
  if (copy === undefined) return undefined
  const same = pageSizes(pdfiumOf(library), copy)
  copy.destroy()
  return same.length === sizes.length && same.every((size, at) => Math.abs(size - (sizes[at] ?? 0)) < 0.5)
    ? bytes
    : undefined
}
