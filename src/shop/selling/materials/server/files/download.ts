import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { create as createDisposition } from 'content-disposition'
import { parse as parseRange } from 'range-parser'
import { type Context, isActedFor, memberOf } from '#platform/context/context.ts'
import { purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireTerms } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { downloadLinkSeconds } from '#platform/limits.ts'
import { isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'
import { materialTaken } from '../events.ts'
import { reviewsOf } from '../publishing/review-queries.ts'
import { findMaterial } from '../queries.ts'
import { findDownload, findGivenFile, listFiles, materialOfFile } from './file-queries.ts'
import { stampedCopy } from './stamp-queries.ts'
import { differentNames, mostZipBytes, zipLength, zipStream } from './zip-stream.ts'

/** Bit of range-parser's `code`: not written as a range is. Such a header counts as none (RFC 9110, 14.2). */
const malformed = 1

export interface Download {
  status: 200 | 206 | 416
  headers: Record<string, string>
  stream: Readable
}

interface Claim {
  world: LiveWorld
  fileId: number
  /** All files of a material as one archive, instead of one file. */
  materialId: number | undefined
  /** Whom it is for: a member, or a free download (a row of `free_download`), which whoever has the address may use. */
  accountId: number | undefined
  grantId: number | undefined
  /** Unix seconds. */
  expires: number
}

/**
 * An address that gives one file to one account for 15 minutes: `/files/{claim}.{signature}`. Whether the account
 * may have the file is asked when it is used, not here.
 */
export function downloadUrl(
  context: Pick<Context, 'env' | 'world'>,
  { accountId, fileId }: { accountId: number; fileId: number },
): string {
  return signedUrl(context, String(fileId), String(accountId))
}

/** The same for all files of a material as one archive; null where that is one file, or too much for an archive. */
export function allFilesUrl(
  context: Pick<Context, 'env' | 'world'>,
  {
    accountId,
    materialId,
    files,
  }: { accountId: number; materialId: number; files: readonly { sizeBytes: number; name: string }[] },
): string | null {
  if (files.length < 2 || zipLength(files) > mostZipBytes) return null
  return signedUrl(context, `m${materialId}`, String(accountId))
}

/** The same for a free download without an account. */
export function freeDownloadUrl(
  context: Pick<Context, 'env' | 'world'>,
  { grantId, fileId }: { grantId: number; fileId: number },
): string {
  return signedUrl(context, String(fileId), `f${grantId}`)
}

function signedUrl(context: Pick<Context, 'env' | 'world'>, what: string, holder: string): string {
  const expires = Math.floor(Date.now() / 1000) + downloadLinkSeconds
  const text = Buffer.from(`${context.world}.${what}.${holder}.${expires}`).toString('base64url')
  return `/files/${text}.${sign(context, text).toString('base64url')}`
}

/**
 * Opens the file of a download address for the member it was made for, if they own the material or have bought it.
 * `token` is what follows `/files/`, `range` the Range header. Throws not_found (not ours), link_expired,
 * unauthorized (a stranger), terms_not_accepted, forbidden (somebody else, or no right to the file).
 */
export async function serveDownload(
  context: Context,
  token: string,
  range: string | undefined,
): Promise<Download> {
  const claim = readToken(context, token)
  if (claim === undefined) throw new ProductError('not_found')
  if (claim.expires * 1000 < Date.now()) throw new ProductError('link_expired')
  if (claim.materialId !== undefined)
    return await serveAll(context, { ...claim, materialId: claim.materialId })
  const file = await claimedFile(context, claim)
  const isOwn = 'is_own' in file && file.is_own
  if (!/^bytes=0*[1-9]/.test(range ?? '') && !isOwn && !isActedFor(context))
    context.tally.add('downloads', { world: claim.world, materialId: file.material_id })
  const size = file.size_bytes
  const headers: Record<string, string> = {
    'Content-Type': file.media_type,
    'Content-Disposition': contentDisposition(file.name),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
    ETag: `"${Buffer.from(file.sha256).toString('hex')}"`,
  }
  return rangedDownload(context, { key: file.storage_key, size, headers }, range)
}

/** Every file of a material, written into an archive while it is sent. */
async function serveAll(context: Context, claim: Claim & { materialId: number }): Promise<Download> {
  const { world, materialId } = claim
  const rows = await listFiles(context.db, { world, materialId })
  const sold = rows.filter(({ type }) => type !== 'cover')
  const files = await Promise.all(sold.map(({ id }) => claimedFile(context, { ...claim, fileId: id })))
  if (files.length === 0) throw new ProductError('not_found')
  const names = differentNames(files.map(({ name }) => name))
  const parts = files.map((file, at) => ({
    name: names[at] ?? file.name,
    sizeBytes: Number(file.size_bytes),
    open: () => context.storage.read(file.storage_key),
  }))
  const material = await findMaterial(context.db, { world, materialId })
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition(`${material?.slug || 'material'}.zip`),
      'Content-Length': String(zipLength(parts)),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cache-Control': 'private, no-store',
    },
    stream: Readable.from(zipStream(parts), { objectMode: false }),
  }
}

/** A stored file, whole (200), the one part asked for (206), or the word that there is no such part (416; RFC 9110, 14). */
export async function rangedDownload(
  { storage }: Pick<Context, 'storage'>,
  file: { key: string; size: number; headers: Readonly<Record<string, string>> },
  range: string | undefined,
): Promise<Download> {
  const { key, size } = file
  const headers = { ...file.headers, 'Accept-Ranges': 'bytes' }
  const part = readRange(range, size)
  if (part === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' },
      stream: Readable.from([]),
    }
  }
  const stream = await storage.read(key, part)
  if (part === undefined)
    return { status: 200, headers: { ...headers, 'Content-Length': String(size) }, stream }
  return {
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${part.start}-${part.end}/${size}`,
      'Content-Length': String(part.end - part.start + 1),
    },
    stream,
  }
}

async function claimedFile(context: Context, { world, fileId, accountId, grantId, expires }: Claim) {
  if (grantId !== undefined) {
    const given = await findGivenFile(context.db, { world, fileId, grantId })
    if (given === undefined) throw new ProductError('link_expired')
    return given
  }
  const member = memberOf(context)
  if (member === undefined) throw new ProductError('unauthorized')
  requireTerms(context, 'required')
  if (accountId === undefined || member.accountId !== accountId) throw new ProductError('forbidden')
  const file = await findDownload(context.db, { world, fileId, accountId })
  if (file === undefined) throw new ProductError('not_found')
  if (!file.is_allowed && !(await isReviewed(context, file.material_id))) throw new ProductError('forbidden')
  // What a part of it shows is read, too; who acts in a member's name is not the member.
  if (!file.is_own && !isActedFor(context))
    await emit(context, context.db, materialTaken, { world, materialId: file.material_id, accountId })
  if (file.is_own || file.media_type !== 'application/pdf') return file
  // An address stands for the same bytes as long as it lives: what is resumed fits together.
  const before = new Date((expires - downloadLinkSeconds) * 1000)
  const wish = { world, accountId, fileId, materialId: file.material_id, before }
  return { ...file, ...(await stampedCopy(context.db, wish)) }
}

/** Whether who asks sits at the desk on which this listing lies. */
async function isReviewed(context: Context, materialId: number): Promise<boolean> {
  if (!isAllowed(context, 'moderation.decide-listing')) return false
  const [review] = await reviewsOf(context.db, context.world, [materialId])
  return review?.state === 'proposed'
}

/** An ASCII name for old programs, the real one beside it (RFC 6266); `inline` is shown where the browser can. */
export function contentDisposition(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '')
    .trim()
  return createDisposition(name, { type, fallback: ascii || 'material' })
}

/** The one byte range of RFC 9110 that can be answered; several, or another unit, are answered with the whole file. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const { type, code, ranges } = parseRange(size, header ?? '')
  if (type !== 'bytes' || code & malformed || ranges.length > 1) return undefined
  return ranges[0] ?? 'unsatisfiable'
}

/** Where the files of a download address that has expired are found now; undefined for a free one without an account. */
export async function afterExpiry(
  context: Context,
  token: string,
): Promise<{ world: LiveWorld; materialId: number; isAuthor: boolean } | undefined> {
  const claim = readToken(context, token)
  if (claim?.accountId === undefined || !isLiveWorld(claim.world)) return undefined
  const { world, fileId, materialId } = claim
  const material = await (materialId === undefined
    ? materialOfFile(context.db, world, fileId)
    : findMaterial(context.db, { world, materialId }))
  if (material === undefined) return undefined
  const isAuthor = material.author_id === claim.accountId
  return { world, materialId: material.id, isAuthor }
}

function readToken(context: Context, token: string): Claim | undefined {
  const [text, signature, ...rest] = token.split('.')
  if (!text || !signature || rest.length > 0 || token.length > 300) return undefined
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(context, text)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // The last letter carries spare bits: only the spelling we wrote is ours.
  if (given.toString('base64url') !== signature) return undefined
  const [world, what = '', holder = '', expires] = Buffer.from(text, 'base64url').toString().split('.')
  if (!world || !isLiveWorld(world)) return undefined
  const grantId = holder.startsWith('f') ? Number(holder.slice(1)) : undefined
  const accountId = grantId === undefined ? Number(holder) : undefined
  const isAll = what.startsWith('m')
  const materialId = isAll ? Number(what.slice(1)) : undefined
  return { world, fileId: isAll ? 0 : Number(what), materialId, accountId, grantId, expires: Number(expires) }
}

function sign({ env }: Pick<Context, 'env'>, text: string): Buffer {
  return createHmac('sha256', purposeKey(env.secret, 'download')).update(text).digest()
}
