import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import { cleanPdf } from '../pdf/clean-pdf.ts'
import { cleanDrawing } from '../pictures/clean-drawing.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import { cleanRecordingFile } from '../recordings/clean-recording.ts'
import { type Archive, unpack, unpackAll } from './archive.ts'
import { cleanOffice } from './office.ts'
import { Collected, type Replace } from './write-archive.ts'

const mostRead = 100 * 1024 * 1024
const office = new Set(['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods'])
const pictures = new Set([
  ...['png', 'jpg', 'jpeg', 'webp', 'gif', 'tif', 'tiff'],
  ...['jp2', 'jpf', 'jpx', 'j2k', 'j2c', 'emf', 'wmf'],
])
const recordings = new Set(['mp3', 'm4a', 'ogg', 'wav', 'mp4', 'webm'])

/**
 * What each file of a ZIP becomes without what it says of whoever made it; those that have to stay as they are go onto
 * `left`. Recordings, which may be large, pass through files beside `target`.
 */
export function entryCleaner(
  archive: Archive,
  { library, target, left }: { library: PDFiumLibrary; target: string; left: LeftPart[] },
): Replace {
  return async (entry) => {
    const { fileName: name } = entry
    const ending = extname(name).slice(1).toLowerCase()
    if (recordings.has(ending)) {
      const [source, clean] = [`${target}.part`, `${target}.clean`]
      try {
        await pipeline(await unpack(archive.zip, entry), createWriteStream(source))
        return cleanRecordingFile(source, clean) ? { path: clean } : undefined
      } finally {
        await rm(source, { force: true })
      }
    }
    if (ending === 'svg') return cleanDrawing(await unpackAll(archive.zip, entry, mostRead))
    if (ending !== 'pdf' && !office.has(ending) && !pictures.has(ending)) return undefined
    const bytes = await unpackAll(archive.zip, entry, mostRead)
    if (pictures.has(ending)) return cleanPicture(bytes)
    if (ending === 'pdf') {
      const clean = await cleanPdf(library, bytes)
      if (typeof clean === 'string') left.push({ name, reason: clean })
      return clean instanceof Uint8Array ? Buffer.from(clean) : undefined
    }
    const collected = new Collected()
    const found = await cleanOffice(bytes, ending, { target: collected, library })
    left.push(...found.left.map((part) => ({ ...part, name: `${name}/${part.name}` })))
    return collected.bytes()
  }
}
