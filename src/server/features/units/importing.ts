import { errors, isProductError, ProductError } from '#shared/errors.ts'
import type { ImportLine, ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import { unitLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { type FilePart, readMultipart } from '../../http/multipart.ts'
import { storeBytes } from './assets.ts'
import { unitOf } from './editing.ts'
import { readApart } from './import-thread.ts'
import { createUnit } from './service.ts'

/** What became of a file: a unit with a report, or why there is none. */
export type ImportResult = { id: number; report: ImportLine[] } | { refusal: ImportRefusal }

/**
 * Makes a unit of a file that was sent. A file that is refused is an answer, not a fault: the reason is what its sender needs.
 * @throws ProductError unauthorized; conflict (another file of the member is being read); invalid_input (no file);
 * storage_quota; as readMultipart
 */
export async function importFile(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<ImportResult> {
  const { accountId } = requireMember(context)
  const { importing } = context.unitImports
  if (importing.has(accountId)) throw new ProductError('conflict')
  importing.add(accountId)
  try {
    return await importOne(context, request)
  } finally {
    importing.delete(accountId)
  }
}

async function importOne(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<ImportResult> {
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
  const found = await readApart(context, file)
  if (typeof found === 'string') return { refusal: found }
  if (found.pages.length === 0)
    return found.report.length > 0 ? { id: 0, report: found.report } : { refusal: 'no_content' }
  const { pages, report } = await withFiles(context, found)
  const { id } = await createUnit(context, unitOf({ ...found, pages }))
  return { id, report }
}

const endings = {
  picture: /\.webp$/,
  video: /\.(mp4|webm)$/,
  sound: /\.(mp3|ogg|wav|m4a|mp4|webm)$/,
} as const
const reasons = { picture: 'pictures', video: 'media', sound: 'sound' } as const

/** The pages with the names their files have in the storage; what is no picture, video or recording is left out, and said to be. */
async function withFiles(
  context: Context,
  { pages, files, report }: Imported,
): Promise<Pick<Imported, 'pages' | 'report'>> {
  const { accountId } = requireMember(context)
  let text = JSON.stringify(pages)
  const lost: ImportLine[] = []
  for (const { key, name, kind, bytes } of files) {
    const stored = await storeBytes(context, accountId, Buffer.from(bytes)).catch((error: unknown) => {
      if (!isProductError(error) || errors[error.code] >= 500) throw error
      return undefined
    })
    const isShown = stored !== undefined && endings[kind].test(stored)
    text = text.replaceAll(key, isShown ? stored : '')
    if (!isShown) lost.push({ name, outcome: 'skipped', reason: reasons[kind] })
  }
  return { pages: JSON.parse(text), report: [...report, ...lost] }
}

async function bytesOf(part: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
