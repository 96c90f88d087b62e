import { slugify } from '#routing/slug.ts'
import { url } from '#routing/url.ts'
import { worldOf } from '#routing/worlds.ts'
import type { FacetKind } from '#shared/contract/search.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { effectivePrice } from '#shared/rules/cart.ts'
import { popularityOf } from '#shared/rules/popularity.ts'
import { fileFormat } from '#shared/rules/search-attributes.ts'
import { requireMember } from '../../api/access.ts'
import type { Context, Deps } from '../../context.ts'
import { notifyChange } from '../../db/notify.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { announceChange } from '../seo/announce.ts'
import { missingFields } from './fields.ts'
import { filesChanged, insertFiles, listFiles } from './file-queries.ts'
import { recordPrice } from './history-queries.ts'
import {
  authorNameOf,
  findOwn,
  insertDraft,
  insertOutbox,
  type MaterialRow,
  recountAuthor,
  setStatus,
} from './queries.ts'
import type { ReceivedFile } from './receive.ts'
import type { MaterialFields, MaterialStatus } from './types.ts'
import { fieldsOf } from './view.ts'

/** Everything that is shown of a material hangs on these. */
export function tagsOf(row: { id: number; author_id: number; world: string }): string[] {
  return [`material:${row.id}`, `author:${row.author_id}`, `world:${row.world}`]
}

/**
 * Puts an own material before the public; does nothing when it is there. Visible to search with the commit.
 * Throws not_found (not own), forbidden (blocked), invalid_input with `fields` (incomplete).
 */
export async function publishMaterial(context: Context, materialId: number): Promise<{ url: string }> {
  const { accountId } = requireMember(context)
  const { world } = context
  const row = await transaction(context.db, (tx) =>
    publishOwn(context, tx, { world, materialId, authorId: accountId }),
  )
  context.pageCache.invalidate(tagsOf(row))
  return { url: url('material', { world, id: row.id, slug: row.slug }) }
}

/** Publishes within the caller's transaction. Throws as `publishMaterial` does. */
export async function publishOwn(
  house: Pick<Deps, 'search' | 'queue' | 'taxonomy' | 'announcer'>,
  tx: Db,
  place: { world: string; materialId: number; authorId: number },
  options: { previewDelaySeconds?: number } = {},
): Promise<MaterialRow> {
  const found = await findOwn(tx, place, true)
  if (found === undefined) throw new ProductError('not_found')
  if (found.status === 'blocked') throw new ProductError('forbidden')
  if (found.status !== 'published') await publishWithin(house, tx, found, options)
  return found
}

async function publishWithin(
  house: Pick<Deps, 'search' | 'queue' | 'taxonomy' | 'announcer'>,
  tx: Db,
  row: MaterialRow,
  options: { previewDelaySeconds?: number } = {},
): Promise<void> {
  const place = { world: row.world, materialId: row.id }
  const files = await listFiles(tx, place)
  const missing = missingFields(fieldsOf(row), files.filter((file) => file.type === 'material_file').length)
  if (Object.keys(missing).length > 0) throw new ProductError('invalid_input', { fields: missing })
  const publishedAt = row.published_at ?? new Date()
  const published = { ...row, published_at: publishedAt, popularity: popularityFor(row, publishedAt) }
  await setStatus(tx, place, { status: 'published', popularity: published.popularity })
  await recordPrice(tx, place)
  await indexMaterial(house, tx, published)
  await insertOutbox(tx, {
    world: row.world,
    topic: 'material.published',
    payload: { materialId: row.id, authorId: row.author_id },
  })
  await recountAuthor(tx, row.author_id)
  if (row.preview_state === 'pending') await askForPreviews(house, tx, row, options.previewDelaySeconds)
  await announceChange(house, tx, { world: row.world, kind: 'material', id: row.id })
  await notifyChange(tx, tagsOf(row))
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
  await insertFiles(tx, { world, materialId }, files)
  await filesChanged(tx, { world, materialId })
  return materialId
}

/** Writes the search row of a published material anew. */
export async function indexMaterial(
  { search, taxonomy }: Pick<Deps, 'search' | 'taxonomy'>,
  tx: Db,
  row: MaterialRow,
): Promise<void> {
  const world = row.world as LiveWorldCode
  const kinds: [FacetKind, string[]][] = [
    ['subject', row.subjects],
    ['class_grade', row.grades],
    ['school_type', row.school_types],
    ['learning_years', row.learning_years],
    ['material_type', [row.material_type]],
  ]
  const terms = kinds.flatMap(([kind, ids]) =>
    ids.map((id) => taxonomy.term(world, kind, id)).filter((term) => term !== undefined),
  )
  const files = await listFiles(tx, { world, materialId: row.id })
  await search.index(tx, {
    world,
    materialId: row.id,
    authorId: row.author_id,
    authorName: await authorNameOf(tx, row.author_id),
    title: row.title,
    description: row.description,
    keywords: row.keywords,
    termNames: terms.map((term) => term.name),
    termIds: terms.map((term) => term.termId),
    priceCents: effectivePrice(
      { priceCents: row.price_cents, salePriceCents: row.sale_price_cents, saleUntil: row.sale_until },
      new Date(),
    ),
    ratingAverage: row.rating_count === 0 ? 0 : row.rating_sum / row.rating_count,
    popularity: row.popularity,
    publishedAt: row.published_at ?? new Date(),
    language: row.language,
    formats: files.filter((file) => file.type !== 'cover').flatMap((file) => fileFormat(file.name) ?? []),
    isInteractive: row.interactive_id !== null,
  })
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
  const row = await transaction(context.db, async (tx) => {
    const found = await findOwn(tx, { world, materialId, authorId: accountId }, true)
    if (found === undefined) throw new ProductError('not_found')
    if (found.status === 'blocked' && status === 'unlisted') throw new ProductError('forbidden')
    // A draft was never public: there is nothing to take back but the draft itself.
    if (found.status === status || (found.status === 'draft' && status === 'unlisted')) return found
    await setStatus(tx, { world, materialId }, { status })
    await context.search.remove(tx, world, materialId)
    await recountAuthor(tx, accountId)
    if (found.status !== 'draft')
      await announceChange(context, tx, { world, kind: 'material', id: materialId })
    await notifyChange(tx, tagsOf(found))
    return found
  })
  context.pageCache.invalidate(tagsOf(row))
}

/** At most one waiting job per material. */
export async function askForPreviews(
  { queue }: Pick<Deps, 'queue'>,
  tx: Db,
  row: { id: number; world: string },
  delaySeconds = 0,
): Promise<void> {
  const data = { world: row.world as LiveWorldCode, materialId: row.id }
  await queue.send(tx, 'make_previews', data, {
    onceKey: `${row.world}:${row.id}`,
    // Hundreds of the demo's come due at once: an author's upload does not wait behind them.
    ...(delaySeconds > 0 && { delaySeconds, isLast: true }),
  })
}

/** The decorative part of a material's address. */
export function slugOf(title: string, world: LiveWorldCode): string {
  return slugify(title, world)
}

function popularityFor(row: MaterialRow, publishedAt: Date): number {
  return popularityOf({
    salesCount: row.sales_count,
    ratingSum: row.rating_sum,
    ratingCount: row.rating_count,
    publishedAt,
  })
}
