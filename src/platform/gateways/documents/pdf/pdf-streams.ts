import { constants, inflateSync } from 'node:zlib'
import type { PDFStream as Stream } from '@cantoo/pdf-lib'
import type { Writer } from './open-pdf.ts'

const mostBytes = 64 * 1024 * 1024

/** The bytes of a stream unpacked; undefined when it is packed in a way nobody knows, or unpacks to too much. */
export function decoded(lib: Writer, stream: Stream): Uint8Array | undefined {
  if (!(stream instanceof lib.PDFRawStream)) return stream.getContents()
  const { dict, contents } = stream
  const filter = dict.lookup(lib.PDFName.of('Filter'))
  const only = filter instanceof lib.PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  if (only === undefined || (filter instanceof lib.PDFArray && filter.size() === 0)) return contents
  try {
    if (only === lib.PDFName.of('FlateDecode') && !dict.has(lib.PDFName.of('DecodeParms')))
      return inflateSync(contents, { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH })
    return lib.decodePDFRawStream(stream).decode()
  } catch {
    return undefined
  }
}
