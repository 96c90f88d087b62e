import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import type { ErrorCode } from '#platform/errors.ts'
import type { ExamineTask, Findings } from '../documents.ts'
import { cleanRecordingFile } from '../recordings/clean-recording.ts'
import { endsAsArchive, searchInner, searchSignatures } from './byte-signatures.ts'
import { cleanImage } from './image.ts'
import { cleanOffice } from './office.ts'
import { Refused } from './refused.ts'
import { cleanZip } from './zip.ts'

const marksOf = {
  pdf: 'plain',
  office: 'plain',
  zip: 'plain',
  image: 'image',
  audio: 'recording',
  video: 'recording',
} as const

/** Office files that say they have macros, whatever they are called. */
const withMacros: ReadonlySet<string> = new Set(['docm', 'dotm', 'pptm', 'potm', 'ppsm', 'xlsm', 'xltm'])

const fine = { state: 'ok', isCleaned: false, left: [], pageCount: null, traits: null, text: '' } as const

/** Looks at a file of any kind but PDF, by its bytes; what may be kept without private data is written to `target`. */
export async function examineFile(task: ExamineTask, library: PDFiumLibrary): Promise<Findings> {
  try {
    return await look(task, library)
  } catch (error) {
    if (error instanceof Refused) return { state: 'refused', code: error.code, entry: error.entry }
    throw error
  }
}

async function look(
  { source, kind, ending, sniffed, target }: ExamineTask,
  library: PDFiumLibrary,
): Promise<Findings> {
  const disguise = await searchSignatures(source, marksOf[kind])
  const found = await fileTypeFromFile(source).catch(() => undefined)
  if (found && withMacros.has(found.ext)) throw new Refused('file_active')
  if (found === undefined || !sniffed.includes(found.ext)) throw new Refused('file_type_not_allowed')
  if (disguise) throw new Refused('file_disguised')
  if (kind === 'image') {
    await cleanImage(source, ending, target)
    return { ...fine, isCleaned: true }
  }
  if (kind === 'office') {
    const out = createWriteStream(target, { flags: 'wx' })
    try {
      const found = await cleanOffice(source, ending, { target: out, library })
      out.end()
      await finished(out)
      return { ...fine, isCleaned: true, ...found }
    } finally {
      out.destroy()
    }
  }
  if (kind === 'audio' || kind === 'video') return { ...fine, isCleaned: cleanRecordingFile(source, target) }
  if (kind === 'zip') {
    return { ...fine, isCleaned: true, left: await cleanZip(source, target, library) }
  }
  return fine
}

/** What is wrong with a PDF before PDFium opens it: it is something else as well, or a virus. */
export async function examinePdfBytes(bytes: Buffer): Promise<ErrorCode | undefined> {
  try {
    searchInner(bytes)
    const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined)
    const head = bytes.subarray(0, Math.max(0, bytes.indexOf('%PDF-')))
    const isOther = (found !== undefined && found.ext !== 'pdf') || head.includes('<')
    return isOther || endsAsArchive(bytes.subarray(-65_600)) ? 'file_disguised' : undefined
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}
