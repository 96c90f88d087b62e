import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { stampLimits } from '#platform/limits.ts'
import { type StampWish, stampFilesJob } from '../jobs.ts'
import { stampOverlay } from './stamp-overlay.ts'
import { filesToStamp, insertStamped, isAnythingToStamp, type ToStamp } from './stamp-queries.ts'

/** Has a buyer's copies made when there is time for it: neither receipt nor download waits for them. */
export async function askForStamps({ queue }: Pick<Deps, 'queue'>, tx: Db, wish: StampWish): Promise<void> {
  if (await isAnythingToStamp(tx, wish))
    await queue.send(tx, stampFilesJob, wish, { owner: String(wish.accountId) })
}

/**
 * The job `stamp_files`: writes the buyer's name and the order on each page of a copy of each PDF. What is too large,
 * signed, protected or broken stays as it is, and so do the others. Run again, it makes what is not there yet.
 */
export async function stampFiles(deps: Deps, wish: StampWish): Promise<void> {
  const files = await filesToStamp(deps.db, wish)
  if (files.length === 0) return
  const account = await deps.db
    .selectFrom('account')
    .select('public_name')
    .where('id', '=', wish.accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) return
  const overlay = await stampOverlay(account.public_name, wish.number)
  for (const file of files) await stampOne(deps, wish, { file, overlay })
}

async function stampOne(
  deps: Deps,
  { world, accountId }: StampWish,
  { file, overlay }: { file: ToStamp; overlay: Buffer },
): Promise<void> {
  const row = { world, accountId, fileId: Number(file.file_id), cleanedBy: file.cleaned_by }
  if (Number(file.size_bytes) > stampLimits.bytes) {
    await insertStamped(deps.db, row, undefined)
    return
  }
  const target = join(tmpdir(), `stamp-${randomUUID()}`)
  const { path, cleanup } = await deps.storage.localPath(file.storage_key)
  try {
    const isDone = await deps.documents.stamp(path, { owner: String(accountId), overlay, target })
    const id = randomUUID()
    const stored = isDone
      ? await deps.storage.put(`stamped/${id.slice(0, 2)}/${id}.pdf`, createReadStream(target))
      : undefined
    if (!isDone) deps.log.warn({ fileId: row.fileId, world }, 'a file is sold without the name of its buyer')
    const isOurs = await insertStamped(deps.db, row, stored)
    if (!isOurs && stored) await deps.storage.delete(stored.key)
  } finally {
    await cleanup()
    await rm(target, { force: true })
  }
}
