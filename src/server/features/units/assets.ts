import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ProductError } from '#shared/errors.ts'
import { unitLimits } from '#shared/limits.ts'
import type { Context, Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { takeTurn } from '../../db/turn.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { withPicture } from '../authors/service.ts'
import * as queries from './asset-queries.ts'
import { collectPicturesJob } from './jobs.ts'

const nameForm = /^([0-9a-f]{64})\.webp$/

/** A beamer and a phone show no more (px). */
const longestSide = 1600

/** An editor that was left open puts a picture into its exercise days later. */
const unusedDays = 30

const keyOf = (hash: string) => `unit/${hash.slice(0, 2)}/${hash}.webp`
const turnOf = (hash: string) => `unit picture ${hash}`

/**
 * Takes a picture for units: examined, without its metadata, WebP. Its name is what it holds, so that a copy of a unit needs no
 * new bytes.
 * @throws ProductError unauthorized; invalid_input; too_large; image_invalid; storage_quota
 */
export async function addAsset(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<{ asset: string }> {
  const { accountId } = requireMember(context)
  return await withPicture(context, request, async (picture) => {
    const { path, cleanup } = await context.storage.localPath(picture.key)
    const found = await context.documents.picture(path, String(accountId), longestSide).finally(cleanup)
    if (found === undefined) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
    const hash = createHash('sha256').update(found).digest('hex')
    await transaction(context.db, async (tx) => {
      await takeTurn(tx, `unit pictures ${accountId}`)
      const used = await queries.usedBytes(tx, accountId)
      if (used + found.length > unitLimits.assetBytes) throw new ProductError('storage_quota')
      // Written before the commit: who collects the same picture at this moment waits, and then finds its row.
      await takeTurn(tx, turnOf(hash))
      await queries.insertAsset(tx, { accountId, hash, bytes: found.length })
      await context.storage.put(keyOf(hash), found)
    })
    return { asset: keyOf(hash) }
  })
}

/** A picture of a unit for whoever knows its name. @throws ProductError not_found */
export async function readAsset(context: Context, name: string): Promise<{ size: number; bytes: Readable }> {
  const hash = nameForm.exec(name)?.[1]
  const size = hash && (await context.storage.size(keyOf(hash)))
  if (!hash || !size) throw new ProductError('not_found')
  return { size, bytes: await context.storage.read(keyOf(hash)) }
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
 * The job collect_unit_pictures: pictures that stand in no exercise, version or room any more. Without `hashes` it looks
 * for them among all that were given long enough ago to be in use by now. Safe to run again.
 */
export async function collectPictures(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { hashes }: { hashes?: readonly string[] } = {},
): Promise<void> {
  for (const hash of hashes ?? (await queries.forgetUnused(db, unusedDays)))
    await transaction(db, async (tx) => {
      await takeTurn(tx, turnOf(hash))
      if (!(await queries.isNamed(tx, hash, keyOf(hash)))) await storage.delete(keyOf(hash))
    })
}
