import { extname } from 'node:path'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { SeenPages } from '#platform/gateways/documents/documents.ts'
import { maxComparedPages } from '#platform/limits.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { suspectPages } from '../editing/proposing.ts'
import { listFiles } from '../files/file-queries.ts'
import { fileRules } from '../files/file-types.ts'
import { lookAtPagesJob } from '../jobs.ts'
import { findMaterial, type MaterialRow } from '../queries.ts'
import { writeLooks } from './look-queries.ts'

/**
 * The job look_at_pages: writes what pages and pictures of new files look like, and puts the material on the desk when
 * they look like another author's. Safe to run again.
 */
export async function lookAtPages(
  deps: Deps,
  place: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  const row = await findMaterial(deps.db, place)
  if (row === undefined || row.status === 'deleted') return
  const files = await listFiles(deps.db, place)
  for (const file of files.filter(({ looked_at }) => looked_at === null)) {
    const seen = await seenIn(deps, row, file)
    await transaction(deps.db, (tx) => writeLooks(tx, { world: row.world, fileId: file.id }, seen))
  }
  await transaction(deps.db, async (tx) => {
    const now = await findMaterial(tx, place, true)
    if (now !== undefined) await suspectPages(strangerContext(deps, place.world), tx, now)
  })
}

/** At most one waiting job per material, behind everything somebody waits for. */
export async function askForLooks(
  { queue }: Pick<Deps, 'queue'>,
  tx: Db,
  row: Pick<MaterialRow, 'id' | 'world' | 'author_id'>,
): Promise<void> {
  const data = { world: row.world as LiveWorldCode, materialId: row.id }
  const options = { onceKey: `${row.world}:${row.id}`, owner: String(row.author_id), isLast: true }
  await queue.send(tx, lookAtPagesJob, data, options)
}

async function seenIn(
  { documents, storage }: Deps,
  row: MaterialRow,
  file: { name: string; storage_key: string },
): Promise<SeenPages> {
  const kind = fileRules.get(extname(file.name).slice(1).toLowerCase())?.kind
  if (kind !== 'pdf' && kind !== 'image') return { looks: [], palePages: null }
  const { path, cleanup } = await storage.localPath(file.storage_key)
  try {
    return await documents.looks(path, { owner: String(row.author_id), kind, most: maxComparedPages })
  } finally {
    await cleanup()
  }
}
