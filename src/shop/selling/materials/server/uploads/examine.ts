import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#platform/context/context.ts'
import type { ErrorCode } from '#platform/errors.ts'
import type { Examination, PdfTraits } from '#platform/gateways/documents/documents.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { stampLimits } from '#platform/limits.ts'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import { fileKey } from '../files/file-names.ts'
import { type FileRule, fileRules } from '../files/file-types.ts'
import { stampOverlay } from '../files/stamp-overlay.ts'
import type { RefusedFile } from '../types.ts'

/** A file as it was stored; `sha256` where that is known already. */
export interface StoredFile {
  key: string
  name: string
  sizeBytes: number
  sha256: Buffer | undefined
}

/** A file that is what its name says and says nothing about whoever made it, but for `left`. */
export interface ExaminedFile {
  type: 'material_file' | 'sources'
  mediaType: string
  storageKey: string
  sizeBytes: number
  sha256: Buffer
  pageCount: number | null
  traits: PdfTraits | null
  left: readonly LeftPart[]
  /** What its text looks like from afar; null where there is little or none. */
  trace: number[] | null
}

/**
 * Looks at a stored file by its bytes. Private data is left out of a new file, and the one that came is deleted. What is
 * refused is answered with its code and name, and is still there: whoever stored it takes it away.
 */
export async function examineFile(context: Context, file: StoredFile): Promise<ExaminedFile | RefusedFile> {
  const refused = (code: ErrorCode, inner?: string): RefusedFile => ({
    code,
    entry: inner === undefined ? file.name : `${file.name}: ${inner}`,
  })
  if (file.sizeBytes === 0) return refused('file_empty')
  const ending = extname(file.name).slice(1).toLowerCase()
  const rule = fileRules.get(ending)
  if (rule === undefined) return refused('file_type_not_allowed')
  if (file.sizeBytes > rule.maxBytes) return refused('file_too_large')
  const { path, cleanup } = await context.storage.localPath(file.key)
  const target = join(tmpdir(), `clean-${randomUUID()}`)
  try {
    const found = await look(context, { path, rule, ending, target, sizeBytes: file.sizeBytes })
    if (found.state === 'refused') return refused(found.code, found.entry)
    const source = found.isCleaned ? target : path
    const isStampable = rule.kind !== 'pdf' || (await canBeStamped(context, source, found))
    const left: LeftPart[] = isStampable ? [...found.left] : [{ name: null, reason: 'unstampable' }]
    const cleaned = found.isCleaned ? await replaceFile(context, file, target) : undefined
    return {
      type: rule.kind === 'pdf' ? 'material_file' : 'sources',
      mediaType: rule.mediaType,
      storageKey: cleaned?.key ?? file.key,
      sizeBytes: cleaned?.sizeBytes ?? file.sizeBytes,
      sha256: cleaned?.sha256 ?? file.sha256 ?? (await hashOf(path)),
      ...{ pageCount: found.pageCount, traits: found.traits, trace: found.trace, left },
    }
  } finally {
    await rm(target, { force: true })
    await cleanup()
  }
}

async function look(
  context: Context,
  file: { path: string; rule: FileRule; ending: string; target: string; sizeBytes: number },
): Promise<Examination> {
  const { path, rule, ending, target, sizeBytes } = file
  const virus = await context.viruses.scan(path)
  if (virus !== undefined) {
    context.log.warn({ virus }, 'a virus was uploaded')
    return { state: 'refused', code: 'file_infected' }
  }
  const task = { source: path, kind: rule.kind, ending, sniffed: rule.sniffed, target }
  return await context.documents.examine(task, String(requireMember(context).accountId), sizeBytes)
}

/**
 * Whether a stamp is seen on a PDF (platform/gateways/documents/pdf/stamp-pdf.ts), tried with a name and thrown away, so that its
 * author hears of it before it is sold. What is known to stay as it is, and what is too large, is not tried.
 */
async function canBeStamped(
  context: Context,
  source: string,
  { left, pageCount }: Extract<Examination, { state: 'ok' }>,
): Promise<boolean> {
  const { size } = await stat(source)
  if (left.length > 0 || size > stampLimits.bytes || (pageCount ?? 0) > stampLimits.pages) return true
  const target = join(tmpdir(), `stamp-${randomUUID()}`)
  const overlay = await stampOverlay('W'.repeat(stampLimits.nameLength), '2026-000000')
  const owner = String(requireMember(context).accountId)
  try {
    return await context.documents.stamp(source, { owner, overlay, target, isUrgent: true })
  } finally {
    await rm(target, { force: true })
  }
}

async function replaceFile({ storage }: Context, file: StoredFile, target: string) {
  const stored = await storage.put(fileKey(file.name), createReadStream(target))
  await storage.delete(file.key)
  return stored
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
