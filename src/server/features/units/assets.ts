import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ProductError } from '#shared/errors.ts'
import { unitLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { withPicture } from '../authors/service.ts'
import * as queries from './asset-queries.ts'

const nameForm = /^([0-9a-f]{64})\.webp$/

/** A beamer and a phone show no more (px). */
const longestSide = 1600

const keyOf = (hash: string) => `unit/${hash.slice(0, 2)}/${hash}.webp`

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
      const used = await queries.usedBytes(tx, accountId)
      if (used + found.length > unitLimits.assetBytes) throw new ProductError('storage_quota')
      await queries.insertAsset(tx, { accountId, hash, bytes: found.length })
    })
    const { key } = await context.storage.put(keyOf(hash), found)
    return { asset: key }
  })
}

/** A picture of a unit for whoever knows its name. @throws ProductError not_found */
export async function readAsset(context: Context, name: string): Promise<{ size: number; bytes: Readable }> {
  const hash = nameForm.exec(name)?.[1]
  const size = hash && (await context.storage.size(keyOf(hash)))
  if (!hash || !size) throw new ProductError('not_found')
  return { size, bytes: await context.storage.read(keyOf(hash)) }
}
