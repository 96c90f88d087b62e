import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { slugify } from '#platform/routing/slug.ts'
import { url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { popularityOf } from '#shop/catalogue/catalogue/rules/popularity.ts'
import { bundleProblems } from '../bundles/bundle-prices.ts'
import { areParts } from '../bundles/bundle-queries.ts'
import { storeCourse } from '../bundles/course-queries.ts'
import { missingDeclarations, missingFields } from '../editing/fields.ts'
import { proposeIfNeeded, suspectCopies } from '../editing/proposing.ts'
import { listingOf, listingPublished, listingWithdrawn } from '../events.ts'
import { filesChanged, insertFiles, listFiles } from '../files/file-queries.ts'
import { type FileFinding, findingsIn } from '../files/left-parts.ts'
import { makePreviewsJob } from '../jobs.ts'
import { isOwn } from '../policy.ts'
import {
  findMaterial,
  insertDraft,
  isPublishingPaused,
  type MaterialRow,
  type Place,
  setStatus,
} from '../queries.ts'
import type { MaterialFields, MaterialStatus, ReceivedFile } from '../types.ts'
import { fieldsOf } from '../view.ts'
import { indexMaterial } from './indexing.ts'
import { interactiveProblems } from './interactive.ts'
import { recordPrice } from './review-queries.ts'
import { holdExercises, rightsProblems } from './rights.ts'

/** An own material, held for the rest of the transaction. @throws ProductError not_found for what is not the author's */
export async function lockOwn(
  tx: Db,
  { authorId, ...place }: Place & { authorId: number },
): Promise<MaterialRow> {
  const row = await findMaterial(tx, place, true)
  if (row === undefined || !isOwn(row, authorId)) throw new ProductError('not_found')
  return row
}

/**
 * Puts an own material before the public; does nothing when it is there. Visible to search with the commit.
 * `isProposed`: it waits for the desk first; `findings`: what of its files its author should know. Throws not_found (not own), forbidden (blocked, rejected),
 * publishing_paused, invalid_input with `fields` (incomplete).
 */
export async function publishMaterial(
  context: Context,
  materialId: number,
): Promise<{ url: string; isProposed: boolean; findings: FileFinding[] }> {
  const { accountId } = requireMember(context)
  const { world } = context
  const { row, isProposed } = await transaction(context.db, (tx) =>
    publishOwn(context, tx, { world, materialId, authorId: accountId }),
  )
  const findings = findingsIn(await listFiles(context.db, { world, materialId }), row.stamps_files)
  return { url: url('material', { world, id: row.id, slug: row.slug }), isProposed, findings }
}

/** Publishes within the caller's transaction. Throws as `publishMaterial` does. */
export async function publishOwn(
  context: Context,
  tx: Db,
  place: Place & { authorId: number },
  options: PublishOptions = {},
): Promise<{ row: MaterialRow; isProposed: boolean }> {
  const found = await lockOwn(tx, place)
  if (found.status === 'blocked') throw new ProductError('forbidden')
  if (found.status === 'published') return { row: found, isProposed: false }
  if (await isPublishingPaused(tx, found.author_id)) throw new ProductError('publishing_paused')
  await holdExercises(tx, place)
  const missing = await missingIn(tx, found)
  if (Object.keys(missing).length > 0) throw new ProductError('invalid_input', { fields: missing })
  const isProposed = !options.isTrusted && (await proposeIfNeeded(context, tx, found))
  if (!isProposed) await publishWithin(context, tx, found, options)
  return { row: found, isProposed }
}

interface PublishOptions {
  previewDelaySeconds?: number
  /** Nobody has to look at it first. */
  isTrusted?: boolean
  /** Somebody has looked at it: what was suspected is settled. */
  isChecked?: boolean
}

/** What keeps a stored material from being published. */
export async function missingIn(tx: Db, row: MaterialRow): Promise<FieldErrors> {
  const files = await listFiles(tx, { world: row.world, materialId: row.id })
  const fields = fieldsOf(row)
  return {
    ...missingFields(fields, row.is_bundle ? 1 : files.filter((file) => file.type !== 'cover').length),
    ...(row.is_bundle &&
      !(await areParts(tx, { world: row.world, materialId: row.id })) && { parts: 'required' }),
    ...(row.is_bundle && (await bundleProblems(tx, { world: row.world, materialId: row.id }, fields))),
    // What was public before anybody asked stays as it is.
    ...(row.published_at === null && missingDeclarations(fields)),
    ...(await rightsProblems(tx, { world: row.world as LiveWorldCode, materialId: row.id })),
    ...(await interactiveProblems(tx, { world: row.world, authorId: row.author_id }, fields)),
  }
}

/** Puts a complete material before the public. */
export async function publishWithin(
  context: Context,
  tx: Db,
  row: MaterialRow,
  options: PublishOptions = {},
): Promise<void> {
  const place = { world: row.world, materialId: row.id }
  const publishedAt = row.published_at ?? new Date()
  const published = { ...row, published_at: publishedAt, popularity: popularityFor(row, publishedAt) }
  await setStatus(tx, place, { status: 'published', popularity: published.popularity })
  await recordPrice(tx, place)
  await indexMaterial(context, tx, published)
  if (row.preview_state === 'pending' && !row.is_bundle)
    await askForPreviews(context, tx, row, options.previewDelaySeconds)
  await emit(context, tx, listingPublished, listingOf(row))
  if (!options.isChecked) await suspectCopies(context, tx, row)
}

/** Writes a draft with its files; gives back its id. */
export async function writeDraft(
  tx: Db,
  draft: {
    world: LiveWorldCode
    authorId: number
    fields: MaterialFields
    files: readonly ReceivedFile[]
  },
): Promise<number> {
  const { world, authorId, fields, files } = draft
  const currency = worldOf(world).currency
  const slug = slugOf(fields.title, world)
  const materialId = await insertDraft(tx, { world, authorId, currency, slug, fields })
  if (fields.courseId) await storeCourse(tx, { world, materialId }, fields.courseId)
  await insertFiles(tx, { world, materialId }, files)
  await filesChanged(tx, { world, materialId })
  return materialId
}

/** Takes it out of search and lists; who has its address can still open it, buyers keep it. */
export async function unpublishMaterial(context: Context, materialId: number): Promise<void> {
  await withdraw(context, materialId, 'unlisted')
}

/** Takes it away for good: its address answers "gone", who bought it keeps the files. */
export async function deleteMaterial(context: Context, materialId: number): Promise<void> {
  await withdraw(context, materialId, 'deleted')
}

async function withdraw(
  context: Context,
  materialId: number,
  status: Extract<MaterialStatus, 'unlisted' | 'deleted'>,
): Promise<void> {
  const { accountId } = requireMember(context)
  const { world } = context
  await transaction(context.db, async (tx) => {
    const found = await lockOwn(tx, { world, materialId, authorId: accountId })
    if (found.status === 'blocked' && status === 'unlisted') throw new ProductError('forbidden')
    // A draft was never public: there is nothing to take back but the draft itself.
    if (found.status === status || (found.status === 'draft' && status === 'unlisted')) return
    await setStatus(tx, { world, materialId }, { status })
    await context.search.remove(tx, world, materialId)
    if (found.status !== 'draft') await emit(context, tx, listingWithdrawn, listingOf(found))
  })
}

/** At most one waiting job per material. */
export async function askForPreviews(
  { queue }: Pick<Deps, 'queue'>,
  tx: Db,
  row: { id: number; world: string; author_id: number },
  delaySeconds = 0,
): Promise<void> {
  const data = { world: row.world as LiveWorldCode, materialId: row.id }
  await queue.send(tx, makePreviewsJob, data, {
    onceKey: `${row.world}:${row.id}`,
    owner: String(row.author_id),
    // Hundreds of the demo's come due at once: an author's upload does not wait behind them.
    ...(delaySeconds > 0 && { delaySeconds, isLast: true }),
  })
}

/** The decorative part of a material's address. */
export function slugOf(title: string, world: LiveWorldCode): string {
  return slugify(title, world)
}

/** Where a material stands in lists. */
export function popularityFor(row: MaterialRow, publishedAt: Date): number {
  return popularityOf({
    salesCount: row.sales_count,
    ratingSum: row.rating_sum,
    ratingCount: row.rating_count,
    publishedAt,
  })
}
