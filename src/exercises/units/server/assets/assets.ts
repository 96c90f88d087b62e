import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import type { z } from 'zod'
import type { Statement } from '#exercises/model/media/asset-sources.ts'
import type { Context, Deps } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { incoming } from '#platform/gateways/storage/storage.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { maxPictureBytes } from '#platform/limits.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { type Download, fileRules, rangedDownload } from '#shop/selling/materials/server/service.ts'
import { type SoundEnding, withoutTags } from '../import/sound-tags.ts'
import { collectPicturesJob } from '../jobs.ts'
import * as queries from './asset-queries.ts'

const nameForm = /^([0-9a-f]{64})\.(webp|mp4|webm|mp3|ogg|wav|m4a)$/

/** A beamer and a phone show no more (px). */
const longestSide = 1600

/** An editor that was left open puts a picture into its exercise days later. */
const unusedDays = 30

const mediaTypes = {
  ...{ webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' },
  ...{ mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav', m4a: 'audio/mp4' },
} as const
type Ending = keyof typeof mediaTypes

const keyOf = (hash: string, ending: Ending) => `unit/${hash.slice(0, 2)}/${hash}.${ending}`
const turnOf = (hash: string) => `unit picture ${hash}`

/** What arrived and was not looked at yet. */
interface Arrived {
  key: string
  sizeBytes: number
  sha256: Buffer
  /** What its package says of its origin; none: its sender vouches for it. */
  source?: Statement
  /** An SVG; it is turned into a bitmap. */
  isDrawing?: boolean
}

/**
 * Takes a picture, a video or a recording for units, told apart by what it is, with the fields beside it. Its name is what it holds,
 * so that a copy of a unit needs no new bytes.
 * @throws ProductError unauthorized; image_invalid; storage_quota; as `storedParts`
 */
export function assetReceiver<F extends z.ZodObject>(parts: Parts<F>) {
  const receive = storedParts(parts)
  return async (
    context: Context,
    request: Pick<RequestFacts, 'headers' | 'body'>,
  ): Promise<{ asset: string; fields: z.output<F> }> => {
    const { accountId } = requireMember(context)
    return await receive(context, request, async ({ fields, files: [arrived] }) => ({
      asset: await storeArrived(context, accountId, arrived),
      fields,
    }))
  }
}

/** The same for what came in a package. @throws ProductError too_large; image_invalid; storage_quota; what the bytes end with */
export async function storeContent(
  context: Context,
  accountId: number,
  { bytes, ...said }: { bytes: Buffer | Readable; source: Statement; isDrawing: boolean },
): Promise<string> {
  const arrived = { ...(await context.storage.put(`${incoming}/${randomUUID()}`, bytes)), ...said }
  try {
    return await storeArrived(context, accountId, arrived)
  } finally {
    await context.storage.delete(arrived.key)
  }
}

async function storeArrived(context: Context, accountId: number, arrived: Arrived): Promise<string> {
  const { path, cleanup } = await context.storage.localPath(arrived.key)
  try {
    const sniffed = (await fileTypeFromFile(path).catch(() => undefined))?.ext ?? ''
    const video = (['mp4', 'webm'] as const).find((each) => fileRules.get(each)?.sniffed.includes(sniffed))
    if (video) return await storeVideo(context, accountId, { ...arrived, path, ending: video })
    const sound = (['mp3', 'ogg', 'wav', 'm4a'] as const).find((each) =>
      fileRules.get(each)?.sniffed.includes(sniffed),
    )
    if (sound) return await storeSound(context, accountId, { ...arrived, path, ending: sound })
    if (arrived.sizeBytes > maxPictureBytes)
      throw new ProductError('too_large', { fields: { file: 'too_large' } })
    const { isDrawing = false } = arrived
    const wish = { side: longestSide, isDrawing }
    const picture = await context.documents.picture(path, String(accountId), wish)
    if (picture === undefined) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
    const hash = createHash('sha256').update(picture).digest('hex')
    const key = keyOf(hash, 'webp')
    const noted = { accountId, hash, bytes: picture.length, source: arrived.source }
    await noteAsset(context, noted, async () => {
      await context.storage.put(key, picture)
    })
    return key
  } finally {
    await cleanup()
  }
}

/** A video is stored with its pictures and sound as they came, without what says who made it, when and where. */
async function storeVideo(
  context: Context,
  accountId: number,
  { path, ending, sizeBytes, source }: Arrived & { path: string; ending: 'mp4' | 'webm' },
): Promise<string> {
  const clean = await harmless(context, accountId, { path, ending, sizeBytes })
  try {
    const sent = await context.storage.put(`${incoming}/${randomUUID()}`, createReadStream(clean.path))
    const hash = sent.sha256.toString('hex')
    const target = keyOf(hash, ending)
    try {
      await noteAsset(context, { accountId, hash, bytes: sent.sizeBytes, source }, async () => {
        if ((await context.storage.size(target)) === undefined)
          await context.storage.put(target, await context.storage.read(sent.key))
      })
      return target
    } finally {
      await context.storage.delete(sent.key)
    }
  } finally {
    await clean.remove()
  }
}

/** A recording is stored without what its program wrote about whoever made it. */
async function storeSound(
  context: Context,
  accountId: number,
  { path, ending, sizeBytes, source }: Arrived & { path: string; ending: SoundEnding },
): Promise<string> {
  if (sizeBytes > unitLimits.soundBytes)
    throw new ProductError('too_large', { fields: { file: 'too_large' } })
  const clean = await harmless(context, accountId, { path, ending, sizeBytes })
  const bytes = await readFile(clean.path).finally(() => clean.remove())
  const cleaned = withoutTags(bytes, ending)
  if (!cleaned) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
  const hash = createHash('sha256').update(cleaned).digest('hex')
  const key = keyOf(hash, ending)
  await noteAsset(context, { accountId, hash, bytes: cleaned.length, source }, async () => {
    await context.storage.put(key, cleaned)
  })
  return key
}

/**
 * The same recording without tags; `remove` takes its copy away, if there is one.
 * @throws ProductError file_infected; image_invalid (it is a program or a page, too)
 */
async function harmless(
  context: Context,
  accountId: number,
  { path, ending, sizeBytes }: { path: string; ending: 'mp4' | 'webm' | SoundEnding; sizeBytes: number },
): Promise<{ path: string; remove: () => Promise<void> }> {
  if (await context.viruses.scan(path)) throw new ProductError('file_infected')
  const { kind = 'video', sniffed = [] } = fileRules.get(ending) ?? {}
  const target = join(tmpdir(), randomUUID())
  const remove = () => rm(target, { force: true })
  const task = { source: path, kind, ending, sniffed, target }
  const found = await context.documents.examine(task, String(accountId), sizeBytes).catch(async (error) => {
    await remove()
    throw error
  })
  if (found.state === 'ok') return { path: found.isCleaned ? target : path, remove }
  await remove()
  throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
}

async function noteAsset(
  { db }: Context,
  asset: { accountId: number; hash: string; bytes: number; source: Statement | undefined },
  write: () => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockUntilCommit(tx, `unit pictures ${asset.accountId}`)
    const used = await queries.usedBytes(tx, asset.accountId, asset.hash)
    if (used + asset.bytes > unitLimits.assetBytes) throw new ProductError('storage_quota')
    // Written before the commit: who collects the same file at this moment waits, and then finds its row.
    await lockUntilCommit(tx, turnOf(asset.hash))
    await queries.insertAsset(tx, asset)
    await write()
  })
}

/** A picture or a part of a video or recording of a unit for whoever knows its name. @throws ProductError not_found */
export async function readAsset(
  context: Context,
  name: string,
  range: string | undefined,
): Promise<Download> {
  const [, hash, ending] = nameForm.exec(name) ?? []
  const key = hash && keyOf(hash, ending as Ending)
  const size = key && (await context.storage.size(key))
  if (!key || !size) throw new ProductError('not_found')
  const headers = { 'Content-Type': mediaTypes[ending as Ending] }
  return await rangedDownload(context, { key, size, headers }, range)
}

/** The pictures of an erased member: what nobody else's exercise shows goes, too, once the erasure is done. */
export async function erasePictures(
  { queue }: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  const hashes = await queries.hashesOf(tx, accountId)
  if (hashes.length > 0) await queue.send(tx, collectPicturesJob, { hashes })
}

/**
 * The job collect_unit_pictures: pictures and videos that stand in no exercise, version or room any more. Without `hashes` it
 * looks for them among all that were given long enough ago to be in use by now. Safe to run again.
 */
export async function collectPictures(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { hashes }: { hashes?: readonly string[] } = {},
): Promise<void> {
  const candidates = hashes ?? (await queries.forgetUnused(db, unusedDays))
  for (const hash of await queries.namedNowhere(db, candidates))
    await transaction(db, async (tx) => {
      await lockUntilCommit(tx, turnOf(hash))
      if (await queries.isHad(tx, hash)) return
      for (const ending of Object.keys(mediaTypes) as Ending[]) await storage.delete(keyOf(hash, ending))
    })
}
