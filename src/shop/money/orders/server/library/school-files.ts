import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { allFilesUrl, askForStamps, downloadUrl } from '#shop/selling/materials/server/service.ts'
import type { SchoolFiles } from '../../rules/contract.ts'
import { filesOf, schoolPurchase } from './library-queries.ts'

/**
 * The files of what the member's school has for all of its members, with addresses that work for 15 minutes.
 * @throws ProductError unauthorized; not_found: the school has no licence of it
 */
export async function schoolFiles(context: Context, materialId: number): Promise<SchoolFiles> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const bought = await schoolPurchase(db, world, { accountId, materialId })
  if (bought === undefined) throw new ProductError('not_found')
  const files = (await filesOf(db, world, [materialId])).map(({ id, name, size_bytes: sizeBytes }) => ({
    ...{ id, name, sizeBytes, downloadUrl: downloadUrl(context, { accountId, fileId: id }) },
  }))
  return { title: bought.title, files, allUrl: allFilesUrl(context, { accountId, materialId, files }) }
}

/**
 * A colleague takes the files of a licence of their school: their copies get their own name, as those of the buyer have.
 * @throws ProductError as schoolFiles
 */
export async function takeSchoolFiles(context: Context, materialId: number): Promise<SchoolFiles> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const bought = await schoolPurchase(db, world, { accountId, materialId })
  if (bought === undefined) throw new ProductError('not_found')
  const { order_number: number } = bought
  await askForStamps(context, db, { world, accountId, number, materialIds: [materialId] })
  return await schoolFiles(context, materialId)
}
