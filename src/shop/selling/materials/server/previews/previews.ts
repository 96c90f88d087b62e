import { randomUUID } from 'node:crypto'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { RenderedDocument, RenderedPage, WantedPages } from '#platform/gateways/documents/documents.ts'
import { maxPreviewPages } from '#platform/limits.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { listingOf, listingPictured } from '../events.ts'
import { listFiles, type NewPreviews, replacePreviews, setPreviewState } from '../files/file-queries.ts'
import { deleteFilesJob } from '../jobs.ts'
import { indexMaterial } from '../publishing/indexing.ts'
import { askForPreviews } from '../publishing/publication.ts'
import { findMaterial, listPending, type MaterialRow } from '../queries.ts'
import { drawFiles } from './drawing.ts'
import { askForLooks } from './look-jobs.ts'
import { listUnseen } from './look-queries.ts'

/** Cached pages of others may show an old picture for as long as they are served stale (routes.ts), and a little longer. */
export const staleCacheSeconds = 2 * 86_400
/** A full disk is not freed within minutes. */
const fullDiskSeconds = 3600
const mostAtOnce = 500

/**
 * The job make_previews: cover and page previews of a material's files, then the AVIF form of the cover. Safe to
 * run again: what is ready stays, else pictures get new keys and replace the old ones in one transaction. A PDF that cannot be drawn is noted
 * as `failed` and not tried again.
 */
export async function makePreviews(
  deps: Deps,
  { world, materialId }: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  const row = await findMaterial(deps.db, { world, materialId })
  // New files set the state back to pending: what is ready shows the files there are.
  if (row === undefined || row.status === 'deleted' || row.preview_state === 'ready') return
  const choice = { shown: row.preview_pages, solutions: row.solution_pages }
  const made = await draw(deps, row, { cover: true, previews: { choice, most: maxPreviewPages } })
  if (made === undefined) return
  const stored = await storePages(deps, row, made)
  if (stored === undefined) return
  const { coverKey, previews } = stored
  const isUsed = await transaction(deps.db, async (tx) => {
    // The material's row first: a second run of this job waits here instead of adding the same pages.
    const now = await findMaterial(tx, { world, materialId }, true)
    if (now === undefined || !isSameChoice(now, row)) {
      await deps.queue.send(tx, deleteFilesJob, { keys: keysOf(stored) })
      if (now !== undefined) await askForPreviews(deps, tx, now)
      return false
    }
    const { hasSolutions } = made
    await setPreviewState(tx, { world, materialId }, { state: 'ready', coverKey, hasSolutions })
    const old = await replacePreviews(tx, { world, materialId }, { coverKey, previews })
    if (now.status === 'published' && now.has_solutions !== hasSolutions)
      await indexMaterial(deps, tx, { ...now, has_solutions: hasSolutions })
    await tell(deps, tx, row)
    await discard(deps, tx, { old, previews, coverKey: now.cover_key })
    await askForLooks(deps, tx, row)
    return true
  })
  if (isUsed && coverKey !== null) await deps.images.prepare('card', coverKey)
}

/** What was chosen while the pages were drawn counts: a page may have been hidden meanwhile. */
function isSameChoice(now: MaterialRow, then: MaterialRow): boolean {
  const of = ({ preview_pages, solution_pages }: MaterialRow) =>
    JSON.stringify([preview_pages, solution_pages])
  return of(now) === of(then)
}

function keysOf({ coverKey, previews }: NewPreviews): string[] {
  return [...previews.map(({ imageKey }) => imageKey), ...(coverKey === null ? [] : [coverKey])]
}

/** Old pictures wait for caches; one of a page that is hidden now goes at once. */
async function discard(
  { queue }: Deps,
  tx: Db,
  {
    old,
    previews,
    coverKey,
  }: { old: { position: number; image_key: string }[]; coverKey: string | null } & Pick<
    NewPreviews,
    'previews'
  >,
): Promise<void> {
  const isHidden = ({ position }: { position: number }) => previews[position]?.isShown === false
  const hidden = old.filter(isHidden).map(({ image_key }) => image_key)
  const others = old.filter((each) => !isHidden(each)).map(({ image_key }) => image_key)
  const later = coverKey === null ? others : [...others, coverKey]
  if (hidden.length > 0) await queue.send(tx, deleteFilesJob, { keys: hidden })
  if (later.length > 0)
    await queue.send(tx, deleteFilesJob, { keys: later }, { delaySeconds: staleCacheSeconds })
}

/** The job redraw_previews: public materials whose pictures wait to be drawn, or to be compared, and nobody has asked. */
export async function askForMissing(deps: Deps): Promise<void> {
  const rows = await listPending(deps.db, mostAtOnce)
  const unseen = await listUnseen(deps.db, mostAtOnce)
  await transaction(deps.db, async (tx) => {
    for (const row of rows) await askForPreviews(deps, tx, row, 1)
    for (const row of unseen) await askForLooks(deps, tx, row)
  })
}

/** Only the cover and its crops: what cards need first when many materials arrive at once. The job stays to be done. */
export async function makeCover(
  deps: Deps,
  { world, materialId }: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  const row = await findMaterial(deps.db, { world, materialId })
  if (row === undefined || row.cover_key !== null) return
  const made = await draw(deps, row, { cover: true, previews: null })
  if (!made?.cover) return
  const coverKey = await storePage(deps, row, made.cover)
  await transaction(deps.db, async (tx) => {
    await setPreviewState(tx, { world, materialId }, { state: 'pending', coverKey })
    await tell(deps, tx, row)
  })
  await deps.images.prepare('card', coverKey)
}

/** Nobody has seen a draft: there is nothing to tell of its pictures. It may have become public meanwhile. */
async function tell(deps: Deps, tx: Db, { world, id }: MaterialRow): Promise<void> {
  const row = await findMaterial(tx, { world, materialId: id })
  if (row === undefined || !isPublic(row)) return
  const listing = listingOf(row)
  await emit(strangerContext(deps, listing.world), tx, listingPictured, listing)
}

async function draw(deps: Deps, row: MaterialRow, wanted: { cover: boolean; previews: WantedPages | null }) {
  const place = { world: row.world, materialId: row.id }
  try {
    return await drawFiles(deps, row, await listFiles(deps.db, place), wanted)
  } catch (error) {
    // A busy machine says nothing about the file: the job comes again.
    if (!(error instanceof ProductError) || error.code === 'busy') throw error
    deps.log.warn({ err: error, materialId: row.id }, 'previews could not be drawn')
    await setPreviewState(deps.db, place, { state: 'failed' })
    return undefined
  }
}

/** All pages or none; without room for them the job comes again when an operator may have made some. */
async function storePages(
  deps: Deps,
  row: MaterialRow,
  made: RenderedDocument,
): Promise<NewPreviews | undefined> {
  const keys: string[] = []
  const store = async (page: RenderedPage) => {
    const key = await storePage(deps, row, page)
    keys.push(key)
    return key
  }
  try {
    const coverKey = made.cover ? await store(made.cover) : null
    const previews: NewPreviews['previews'] = []
    for (const page of made.previews) {
      const { width, height, isShown, isSolution } = page
      previews.push({ imageKey: await store(page), width, height, isShown, isSolution })
    }
    return { coverKey, previews }
  } catch (error) {
    await Promise.allSettled(keys.map((key) => deps.storage.delete(key)))
    if (!isProductError(error) || error.code !== 'storage_full') throw error
    deps.log.error({ err: error, materialId: row.id }, 'no room for previews')
    await askForPreviews(deps, deps.db, row, fullDiskSeconds)
    return undefined
  }
}

async function storePage(deps: Deps, row: MaterialRow, page: RenderedPage): Promise<string> {
  const { key } = await deps.storage.put(`preview/${row.id % 100}/${row.id}/${randomUUID()}.webp`, page.data)
  return key
}
