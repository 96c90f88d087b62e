import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { ProductError } from '#shared/errors.ts'
import { maxPictureBytes, unitLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { incoming } from '../../gateways/storage/storage.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { readMultipart } from '../../http/multipart.ts'
import { type Download, fileRules, rangedDownload } from '../materials/service.ts'
import * as queries from './asset-queries.ts'

const nameForm = /^([0-9a-f]{64})\.(webp|mp4|webm)$/

/** A beamer and a phone show no more (px). */
const longestSide = 1600

const mediaTypes = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' } as const
type Ending = keyof typeof mediaTypes

const keyOf = (hash: string, ending: Ending) => `unit/${hash.slice(0, 2)}/${hash}.${ending}`

/** What arrived and was not looked at yet. */
interface Arrived {
  key: string
  sizeBytes: number
  sha256: Buffer
}

/**
 * Takes a picture or a video for units, told apart by what it is. Its name is what it holds, so that a copy of a unit needs no
 * new bytes.
 * @throws ProductError unauthorized; invalid_input; too_large; image_invalid; storage_quota; as readMultipart
 */
export async function addAsset(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<{ asset: string }> {
  const { accountId } = requireMember(context)
  let arrived: Arrived | undefined
  let isTooLarge = false
  try {
    await readMultipart(request, { files: 1, fileBytes: unitLimits.videoBytes }, async (part) => {
      arrived = await context.storage.put(`${incoming}/${randomUUID()}`, part.bytes)
      isTooLarge = part.isTruncated()
      return undefined
    })
    if (isTooLarge) throw new ProductError('too_large', { fields: { file: 'too_large' } })
    if (arrived === undefined) throw new ProductError('invalid_input', { fields: { file: 'required' } })
    return { asset: await storeArrived(context, accountId, arrived) }
  } finally {
    if (arrived) await context.storage.delete(arrived.key)
  }
}

/** The same for bytes that came in a package. @throws ProductError too_large; image_invalid; storage_quota */
export async function storeBytes(context: Context, accountId: number, bytes: Buffer): Promise<string> {
  const arrived = await context.storage.put(`${incoming}/${randomUUID()}`, bytes)
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
    const ending = (['mp4', 'webm'] as const).find((each) => fileRules.get(each)?.sniffed.includes(sniffed))
    if (ending) return await storeVideo(context, accountId, { ...arrived, path, ending })
    if (arrived.sizeBytes > maxPictureBytes)
      throw new ProductError('too_large', { fields: { file: 'too_large' } })
    const picture = await context.documents.picture(path, String(accountId), longestSide)
    if (picture === undefined) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
    const hash = createHash('sha256').update(picture).digest('hex')
    await noteAsset(context, { accountId, hash, bytes: picture.length })
    return (await context.storage.put(keyOf(hash, 'webp'), picture)).key
  } finally {
    await cleanup()
  }
}

/** A video is stored as it came: nothing here could write it anew. */
async function storeVideo(
  context: Context,
  accountId: number,
  { key, path, ending, sha256, sizeBytes }: Arrived & { path: string; ending: 'mp4' | 'webm' },
): Promise<string> {
  if (await context.viruses.scan(path)) throw new ProductError('file_infected')
  const sniffed = fileRules.get(ending)?.sniffed ?? []
  const task = { source: path, kind: 'video', ending, sniffed, target: join(tmpdir(), randomUUID()) } as const
  const found = await context.documents.examine(task, String(accountId), sizeBytes)
  if (found.state === 'refused')
    throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
  const hash = sha256.toString('hex')
  await noteAsset(context, { accountId, hash, bytes: sizeBytes })
  const target = keyOf(hash, ending)
  if ((await context.storage.size(target)) === undefined)
    await context.storage.put(target, await context.storage.read(key))
  return target
}

async function noteAsset(
  { db }: Context,
  asset: { accountId: number; hash: string; bytes: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const used = await queries.usedBytes(tx, asset.accountId)
    if (used + asset.bytes > unitLimits.assetBytes) throw new ProductError('storage_quota')
    await queries.insertAsset(tx, asset)
  })
}

/** A picture or a part of a video of a unit for whoever knows its name. @throws ProductError not_found */
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
