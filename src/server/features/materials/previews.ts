import { randomUUID } from 'node:crypto'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { isProductError, ProductError } from '#shared/errors.ts'
import { maxPreviewPages } from '#shared/limits.ts'
import type { Deps } from '../../context.ts'
import { notifyChange } from '../../db/notify.ts'
import { transaction } from '../../db/transaction.ts'
import type { RenderedDocument, RenderedPage } from '../../gateways/documents/documents.ts'
import { listFiles, type NewPreviews, replacePreviews, setPreviewState } from './file-queries.ts'
import { askForPreviews, tagsOf } from './publication.ts'
import { findMaterial, type MaterialRow } from './queries.ts'

/** Cached pages of others may show an old picture for as long as they are served stale (routes.ts), and a little longer. */
export const keptForCaches = 2 * 86_400
/** Nobody makes room within minutes. */
const fullDiskSeconds = 3600

type House = Pick<Deps, 'db' | 'queue' | 'storage' | 'documents' | 'images' | 'pageCache' | 'log'>

/**
 * The job make_previews: cover and page previews of a material's first PDF, then the AVIF form of the cover. Safe to
 * run again: what is ready stays, else pictures get new keys and replace the old ones in one transaction. A PDF that cannot be drawn is noted
 * as `failed` and not tried again.
 */
export async function makePreviews(
  house: House,
  { world, materialId }: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  const row = await findMaterial(house.db, { world, materialId })
  // New files set the state back to pending: what is ready shows the files there are.
  if (row === undefined || row.status === 'deleted' || row.preview_state === 'ready') return
  const made = await draw(house, row, { cover: true, previews: maxPreviewPages })
  if (made === undefined) return
  const stored = await storePages(house, row, made)
  if (stored === undefined) return
  const { coverKey, previews } = stored
  const { queue } = house
  await transaction(house.db, async (tx) => {
    // The material's row first: a second run of this job waits here instead of adding the same pages.
    await setPreviewState(tx, { world, materialId }, { state: 'ready', coverKey })
    const keys = await replacePreviews(tx, { world, materialId }, { coverKey, previews })
    await notifyChange(tx, tagsOf(row))
    const unused = row.cover_key === null ? keys : [...keys, row.cover_key]
    if (unused.length > 0)
      await queue.send(tx, 'delete_files', { keys: unused }, { delaySeconds: keptForCaches })
  })
  house.pageCache.invalidate(tagsOf(row))
  if (coverKey !== null) await house.images.prepare('card', coverKey)
}

/** Only the cover: what cards need first when many materials arrive at once. The job stays to be done. */
export async function makeCover(
  house: House,
  { world, materialId }: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  const row = await findMaterial(house.db, { world, materialId })
  if (row === undefined || row.cover_key !== null) return
  const made = await draw(house, row, { cover: true, previews: 0 })
  if (!made?.cover) return
  const coverKey = await storePage(house, row, made.cover)
  await setPreviewState(house.db, { world, materialId }, { state: 'pending', coverKey })
  house.pageCache.invalidate(tagsOf(row))
}

async function draw(house: House, row: MaterialRow, wanted: { cover: boolean; previews: number }) {
  const place = { world: row.world, materialId: row.id }
  const pdf = (await listFiles(house.db, place)).find((file) => file.type === 'material_file')
  if (pdf === undefined) return undefined
  const { path, cleanup } = await house.storage.localPath(pdf.storage_key)
  try {
    return await house.documents.render(path, wanted)
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    house.log.warn({ err: error, materialId: row.id }, 'previews could not be drawn')
    await setPreviewState(house.db, place, { state: 'failed' })
    return undefined
  } finally {
    await cleanup()
  }
}

/** All pages or none; without room for them the job comes again when an operator may have made some. */
async function storePages(
  house: House,
  row: MaterialRow,
  made: RenderedDocument,
): Promise<NewPreviews | undefined> {
  const keys: string[] = []
  const store = async (page: RenderedPage) => {
    const key = await storePage(house, row, page)
    keys.push(key)
    return key
  }
  try {
    const coverKey = made.cover ? await store(made.cover) : null
    const previews: NewPreviews['previews'] = []
    for (const page of made.previews)
      previews.push({ imageKey: await store(page), width: page.width, height: page.height })
    return { coverKey, previews }
  } catch (error) {
    await Promise.allSettled(keys.map((key) => house.storage.delete(key)))
    if (!isProductError(error) || error.code !== 'storage_full') throw error
    house.log.error({ err: error, materialId: row.id }, 'no room for previews')
    await askForPreviews(house, house.db, row, fullDiskSeconds)
    return undefined
  }
}

async function storePage(house: House, row: MaterialRow, page: RenderedPage): Promise<string> {
  const { key } = await house.storage.put(`preview/${row.id % 100}/${row.id}/${randomUUID()}.webp`, page.data)
  return key
}
