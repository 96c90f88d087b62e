import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { maxAuthorBytes, maxUploadsPerDay } from '#platform/limits.ts'
import { countUpload, storedBytes, uploadsToday } from './upload-queries.ts'

/**
 * Before a body is read: nobody sends for an hour what cannot be kept.
 * @throws ProductError storage_quota, upload_quota
 */
export async function requireQuota({ db }: Pick<Context, 'db'>, authorId: number): Promise<void> {
  if ((await uploadsToday(db, authorId)) >= maxUploadsPerDay) throw overQuota('upload_quota')
  if ((await storedBytes(db, authorId)) >= maxAuthorBytes) throw overQuota('storage_quota')
}

/**
 * Counts an upload within the transaction that stores it, before it does; an author's uploads go through here one after
 * the other.
 * @throws ProductError storage_quota, upload_quota
 */
export async function takeQuota(tx: Db, authorId: number, newBytes: number): Promise<void> {
  if ((await countUpload(tx, authorId)) > maxUploadsPerDay) throw overQuota('upload_quota')
  if ((await storedBytes(tx, authorId)) + newBytes > maxAuthorBytes) throw overQuota('storage_quota')
}

function overQuota(code: Extract<ErrorCode, 'storage_quota' | 'upload_quota'>): ProductError {
  return new ProductError(code, { fields: { files: code } })
}
