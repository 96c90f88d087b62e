import { ProductError } from '#shared/errors.ts'
import type { ImportLine, ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from '#shared/interactive/imports.ts'
import { interactiveLimits, unitLimits } from '#shared/limits.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import type { Context } from '../../context.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { type FilePart, readMultipart } from '../../http/multipart.ts'
import { unitOf } from './editing.ts'
import { readPackage } from './packages.ts'
import { createUnit } from './service.ts'

/** What became of a file: a unit with a report, or why there is none. */
export type ImportResult = { id: number; report: ImportLine[] } | { refusal: ImportRefusal }

/**
 * Makes a unit of a file that was sent. A file that is refused is an answer, not a fault: the reason is what its sender needs.
 * @throws ProductError unauthorized; invalid_input (no file); too_large; storage_quota; as readMultipart
 */
export async function importFile(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<ImportResult> {
  requireMember(context)
  const files: { name: string; bytes: Buffer }[] = []
  let isTooLarge = false
  await readMultipart(request, { files: 1, fileBytes: unitLimits.importBytes }, async (part) => {
    files.push({ name: part.fileName, bytes: await bytesOf(part) })
    isTooLarge = part.isTruncated()
    return undefined
  })
  const [file] = files
  if (isTooLarge) return { refusal: 'too_large' }
  if (!file) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  const found = readFile(file)
  if (typeof found === 'string') return { refusal: found }
  if (found.pages.length === 0)
    return found.report.length > 0 ? { id: 0, report: found.report } : { refusal: 'no_content' }
  const { id } = await createUnit(context, unitOf(found))
  return { id, report: found.report }
}

async function bytesOf(part: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Told by what the file is, not by what it is called. */
function readFile({ name, bytes }: { name: string; bytes: Buffer }): Imported | ImportRefusal {
  const title = cleanText(name.replace(/\.[a-z0-9]{1,5}$/i, '')).slice(0, interactiveLimits.title) || 'Import'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return titled(readPackage(bytes), title)
  if (/\.h5p$/i.test(name)) return 'not_a_package'
  if (bytes.length > unitLimits.textImportBytes) return 'too_large'
  const text = cleanText(bytes.toString('utf8'))
  if (/^\ufeff?\s*<(\?xml|quiz|!DOCTYPE)/i.test(text)) return importMoodle(text, title)
  if (/^\s*ANSWER:\s*[A-Z]\s*$/m.test(text)) return importAiken(text, title)
  if (/\.(csv|tsv)$/i.test(name)) return importCsv(text, title)
  if (/(?<!\\)\{[\s\S]*\}/.test(text) || /\.gift$/i.test(name)) return importGift(text, title)
  return importCsv(text, title)
}

function titled(found: Imported | ImportRefusal, title: string): Imported | ImportRefusal {
  return typeof found === 'string' || found.title !== '' ? found : { ...found, title }
}
