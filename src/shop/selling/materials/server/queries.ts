import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import type { MaterialChoice } from '#shop/buying/folders/rules/contract.ts'
import type { MaterialFields, MaterialStatus, OwnListWish } from './types.ts'

/** A row of `material` itself. */
export type StoredMaterial = Selectable<Database['material']>

export interface MaterialRow extends StoredMaterial {
  /** Whether its sale runs now, by the database's time. */
  is_on_sale: boolean
}

/** The column of `MaterialRow` that the table has not. */
export const isOnSale = sql<boolean>`sale_runs(sale_price_cents, sale_until)`.as('is_on_sale')

export interface Place {
  world: string
  materialId: number
}

/** A material whatever its state and author; `lock` holds it for the rest of the transaction. */
export async function findMaterial(
  db: Db,
  { world, materialId }: Place,
  lock = false,
): Promise<MaterialRow | undefined> {
  const query = db
    .selectFrom('material')
    .selectAll()
    .select(isOnSale)
    .where('world', '=', world)
    .where('id', '=', materialId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** What a material costs now, in gross cents. */
export async function askedCents(db: Db, { world, materialId }: Place): Promise<number> {
  const row = await db
    .selectFrom('material_price')
    .select('cents')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .executeTakeFirstOrThrow()
  return row.cents
}

/** Locks a material whose time in this column has come; false when it has not, or no longer. */
export async function lockDue(
  tx: Db,
  { world, materialId }: Place,
  column: 'sale_until' | 'planned_sale_from',
): Promise<boolean> {
  const row = await tx
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', materialId)
    .where(column, '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** An author's materials of one world, newest first, from below `beforeId`. */
export async function listOwn(
  db: Db,
  page: { world: string; authorId: number; beforeId: number; limit: number } & MaterialChoice & OwnListWish,
): Promise<MaterialRow[]> {
  return db
    .selectFrom('material')
    .selectAll()
    .select(isOnSale)
    .where('author_id', '=', page.authorId)
    .where('world', '=', page.world)
    .where('status', '!=', 'deleted')
    .where('id', '<', page.beforeId)
    .$if(page.ids !== undefined, (rows) => rows.where(sql<boolean>`id = any(${page.ids ?? []}::bigint[])`))
    .$if(page.except !== undefined, (rows) =>
      rows.where(sql<boolean>`not (id = any(${page.except ?? []}::bigint[]))`),
    )
    .$if(page.state !== undefined, (rows) => rows.where('status', '=', page.state ?? 'draft'))
    .$if(Boolean(page.query), (rows) =>
      rows.where(sql<boolean>`strpos(fold(title), fold(${page.query})) > 0`),
    )
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/** The state of each of an author's materials whose title has the words, the newest first. */
export async function ownStatesOf(
  db: Db,
  page: { world: string; authorId: number; query?: string | undefined } & MaterialChoice,
): Promise<Pick<MaterialRow, 'id' | 'status'>[]> {
  return db
    .selectFrom('material')
    .select(['id', 'status'])
    .where('author_id', '=', page.authorId)
    .where('world', '=', page.world)
    .where('status', '!=', 'deleted')
    .$if(Boolean(page.query), (rows) =>
      rows.where(sql<boolean>`strpos(fold(title), fold(${page.query})) > 0`),
    )
    .$if(page.ids !== undefined, (rows) => rows.where(sql<boolean>`id = any(${page.ids ?? []}::bigint[])`))
    .$if(page.except !== undefined, (rows) =>
      rows.where(sql<boolean>`not (id = any(${page.except ?? []}::bigint[]))`),
    )
    .orderBy('id', 'desc')
    .execute()
}

/** Public materials whose pictures wait to be drawn, the newest first. */
export async function listPending(
  db: Db,
  limit: number,
): Promise<Pick<MaterialRow, 'id' | 'world' | 'author_id'>[]> {
  return db
    .selectFrom('material')
    .select(['id', 'world', 'author_id'])
    .where('preview_state', '=', 'pending')
    .where('status', 'in', ['published', 'unlisted'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Makes a draft and gives back its id. */
export async function insertDraft(
  db: Db,
  draft: {
    world: string
    authorId: number
    currency: string
    slug: string
    fields: MaterialFields
    isBundle?: boolean
  },
): Promise<number> {
  const { id } = await db
    .insertInto('material')
    .values({
      world: draft.world,
      author_id: draft.authorId,
      currency: draft.currency,
      slug: draft.slug,
      // A bundle may have no file of its own: there is nothing to draw.
      ...(draft.isBundle && { is_bundle: true, preview_state: 'ready' as const }),
      ...columnsOf(draft.fields),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Overwrites the author's fields. */
export async function updateFields(
  db: Db,
  { world, materialId }: Place,
  { slug, fields }: { slug: string; fields: MaterialFields },
): Promise<void> {
  await db
    .updateTable('material')
    .set((eb) => ({
      ...columnsOf(fields),
      slug,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

/** Moves a material to another state; publishing for the first time notes when. */
export async function setStatus(
  db: Db,
  { world, materialId }: Place,
  change: { status: MaterialStatus; popularity?: number },
): Promise<void> {
  await db
    .updateTable('material')
    .set((eb) => ({
      status: change.status,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      ...(change.popularity !== undefined && { popularity: change.popularity }),
      ...(change.status === 'published' && { published_at: sql<Date>`coalesce(published_at, now())` }),
      ...(change.status === 'deleted' && { deleted_at: sql<Date>`now()` }),
    }))
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

/** Whether strikes closed an author's publishing for now. */
export async function isPublishingPaused(db: Db, authorId: number): Promise<boolean> {
  const row = await db
    .selectFrom('author_profile')
    .select('account_id')
    .where('account_id', '=', authorId)
    .where('publishing_paused_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

export async function authorNameOf(db: Db, authorId: number): Promise<string> {
  const row = await db
    .selectFrom('author_profile')
    .select('public_name')
    .where('account_id', '=', authorId)
    .executeTakeFirst()
  return row?.public_name ?? ''
}

/** Another price, and no sale that would not be one any more. */
export async function lowerPrice(tx: Db, { world, materialId }: Place, price: number): Promise<void> {
  const isNoSale = sql<boolean>`sale_price_cents >= ${price}`
  const isNoPlan = sql<boolean>`planned_sale_cents >= ${price}`
  await tx
    .updateTable('material')
    .set({
      price_cents: price,
      sale_price_cents: sql`case when ${isNoSale} then null else sale_price_cents end`,
      sale_until: sql`case when ${isNoSale} then null else sale_until end`,
      planned_sale_cents: sql`case when ${isNoPlan} then null else planned_sale_cents end`,
      planned_sale_from: sql`case when ${isNoPlan} then null else planned_sale_from end`,
      planned_sale_until: sql`case when ${isNoPlan} then null else planned_sale_until end`,
      updated_at: sql<Date>`now()`,
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

function columnsOf(fields: MaterialFields) {
  return {
    title: fields.title,
    description: fields.description,
    language: fields.language,
    material_type: fields.materialType,
    subjects: fields.subjects,
    grades: fields.grades,
    school_types: fields.schoolTypes,
    learning_years: fields.learningYears,
    curricula: fields.curricula ?? [],
    keywords: fields.keywords,
    price_cents: fields.price,
    is_price_said: fields.isPriceSaid ?? true,
    ...saleColumns(fields, new Date()),
    additional_price_cents: fields.additionalPrice,
    school_price_cents: fields.schoolPrice,
    preview_pages: fields.previewPages,
    solution_pages: fields.solutionPages,
    page_alts: fields.pageAlts ?? [],
    lesson_minutes: fields.lessonMinutes,
    stamps_files: fields.stampsFiles,
    is_own_work: fields.isOwnWork,
    image_sources: fields.imageSources,
    ai_use: fields.aiUse,
    interactive_id: fields.interactiveId,
    course_id: fields.courseId ?? null,
    may_copy_interactive: fields.mayCopyInteractive,
  }
}

/** A sale that begins later is kept aside: everybody who asks for the price of today reads the same columns. */
function saleColumns({ salePrice, saleFrom, saleUntil }: MaterialFields, now: Date) {
  const isPlanned = salePrice !== null && saleFrom !== null && new Date(saleFrom) > now
  return {
    sale_price_cents: isPlanned ? null : salePrice,
    sale_until: isPlanned || salePrice === null ? null : saleUntil,
    planned_sale_cents: isPlanned ? salePrice : null,
    planned_sale_from: isPlanned ? saleFrom : null,
    planned_sale_until: isPlanned ? saleUntil : null,
  }
}

/** Writes the video, or none; answers the key of the one before. */
export async function writeVideo(
  tx: Db,
  { world, materialId }: Place,
  video: { storageKey: string; mediaType: 'video/mp4' | 'video/webm'; sizeBytes: number } | null,
): Promise<string | null> {
  const before = await tx
    .selectFrom('material')
    .select('video_key')
    .where('world', '=', world)
    .where('id', '=', materialId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('material')
    .set({
      video_key: video?.storageKey ?? null,
      video_type: video?.mediaType ?? null,
      video_bytes: video?.sizeBytes ?? 0,
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
  return before?.video_key ?? null
}
