import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampLimits } from '#shared/limits.ts'
import { shorten } from '#shared/rules/shorten.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  widthOf,
} from '../../gateways/documents/typeface.ts'
import { type StampWish, stampFilesJob } from './jobs.ts'
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
  const name = shorten(account.public_name, stampLimits.nameLength)
  const overlay = await overlayOf(`${name} · ${wish.number}`)
  for (const file of files) await stampOne(deps, wish, { file, overlay })
}

async function stampOne(
  deps: Deps,
  { world, accountId }: StampWish,
  { file, overlay }: { file: ToStamp; overlay: Buffer },
): Promise<void> {
  const row = { world, accountId, fileId: Number(file.file_id) }
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

const letters = { size: 7, weight: 'plain', color: '#555555' } as const
const lineHeight = 10

/** A line of small letters on a page as large as itself, on a pale ground: pages may be dark at their foot. */
async function overlayOf(text: string): Promise<Buffer> {
  // The largest package of all: loaded with the first copy that is stamped, not with the process.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ margin: 0, autoFirstPage: false })
  registerTypeface(document, loadTypeface())
  const width = Math.ceil(widthOf(document, text, letters)) + 4
  document.addPage({ size: [width, lineHeight], margin: 0 })
  document.rect(0, 0, width, lineHeight).fillOpacity(0.75).fill('#ffffff').fillOpacity(1)
  drawLine(document, text, { x: 2, y: 0 }, letters)
  return await finish(document)
}
