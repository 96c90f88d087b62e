import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { publishOwn, slugOf, writeDraft } from '#shop/selling/materials/server/service.ts'
import { planCovers } from './catalogue/sheets/cover-plan.ts'
import type { DemoMaterial, DemoWorld } from './catalogue/types.ts'
import { demoCurricula } from './curricula.ts'
import type { SheetCache } from './sheets.ts'

const dayMs = 86_400_000
/** The seed draws the pictures itself, all covers first; the jobs are for what it did not come to. */
const previewDelaySeconds = 600

export interface SeededMaterial {
  world: DemoWorld['world']
  materialId: number
}

/**
 * The materials of one world, each through the same steps as an author's upload: storage, inspection, draft,
 * publication. One transaction per material: after a crash the next run goes on where this one stopped.
 * Gives back how many were written.
 */
export async function seedMaterials(
  deps: Deps,
  demo: DemoWorld,
  { people, sheets }: { people: ReadonlyMap<string, number>; sheets: SheetCache },
): Promise<number> {
  const ids = await existing(deps.db, demo, people)
  const plans = planCovers(demo, (author) => people.get(author) ?? 0)
  let written = 0
  // Bundles last: what they hold must exist.
  const ordered = demo.materials.toSorted((left, right) => Number(!!left.bundleOf) - Number(!!right.bundleOf))
  for (const material of ordered) {
    if (ids.has(material.key)) continue
    const materialId = await seedMaterial(deps, demo, { material, people, sheets, ids, plans })
    ids.set(material.key, materialId)
    written += 1
  }
  return written
}

/** How long a class works on one page of the demonstration's sheets. */
const minutesAPage = 15

interface Piece {
  material: DemoMaterial
  people: ReadonlyMap<string, number>
  sheets: SheetCache
  ids: ReadonlyMap<string, number>
  plans: ReturnType<typeof planCovers>
}

async function seedMaterial(deps: Deps, demo: DemoWorld, piece: Piece): Promise<number> {
  const { material, people, sheets, ids, plans } = piece
  const { world } = demo
  const authorId = people.get(material.authorKey)
  if (authorId === undefined) throw new Error(`${material.key}: no author ${material.authorKey}`)
  const plan = plans.get(material.key)
  if (plan === undefined) throw new Error(`${material.key}: no cover`)
  const id = randomUUID()
  const pdf = await sheets.pdf(demo, material, plan)
  const stored = await deps.storage.put(`material/${id.slice(0, 2)}/${id}.pdf`, pdf)
  const { path, cleanup } = await deps.storage.localPath(stored.key)
  const inspection = await deps.documents.inspect(path, String(authorId)).finally(cleanup)
  if (inspection.state !== 'ok') throw new Error(`${material.key}: the sheet is ${inspection.state}`)
  return transaction(deps.db, async (tx) => {
    const materialId = await writeDraft(tx, {
      world,
      authorId,
      fields: {
        title: material.title,
        description: material.description,
        subjects: [material.subject],
        grades: material.grades,
        schoolTypes: material.schoolTypes,
        learningYears: material.learningYears ?? [],
        curricula: demoCurricula(world, material),
        materialType: material.materialType,
        language: material.language,
        keywords: material.keywords,
        price: material.priceCents,
        salePrice: material.salePriceCents ?? null,
        ...{ saleFrom: null, saleUntil: null },
        ...licencePrices(material),
        previewPages: null,
        solutionPages: null,
        // The cover is no work.
        lessonMinutes: minutesAPage * Math.max(1, inspection.pageCount - 1),
        ...{ stampsFiles: true, isOwnWork: true, imageSources: '', aiUse: 'none' },
        interactiveId: null,
        mayCopyInteractive: true,
      },
      files: [
        {
          type: 'material_file',
          storageKey: stored.key,
          name: `${slugOf(material.title, world) || 'material'}.pdf`,
          mediaType: 'application/pdf',
          sizeBytes: stored.sizeBytes,
          sha256: stored.sha256,
          pageCount: inspection.pageCount,
          traits: inspection.traits,
        },
      ],
    })
    const place = { world, materialId }
    await insertReviews(tx, place, material, people)
    await insertBundle(tx, place, material, ids)
    await backdate(tx, place, material)
    await insertPrices(tx, place, material)
    await publishOwn(
      strangerContext(deps, world),
      tx,
      { ...place, authorId },
      { previewDelaySeconds, isTrusted: true },
    )
    return materialId
  })
}

/** Ids of what an earlier run has already written, by demo key. */
async function existing(
  db: Db,
  demo: DemoWorld,
  people: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const authorIds = demo.authors.map(({ key }) => people.get(key)).filter((id) => id !== undefined)
  if (authorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('material')
    .select(['id', 'author_id', 'title'])
    .where('world', '=', demo.world)
    .where('author_id', 'in', authorIds)
    .execute()
  const byName = new Map(rows.map((row) => [`${row.author_id} ${row.title}`, row.id]))
  const found = demo.materials.map(
    ({ key, authorKey, title }) =>
      [key, byName.get(`${people.get(authorKey)} ${title.normalize('NFC')}`)] as const,
  )
  return new Map(found.filter((pair): pair is [string, number] => pair[1] !== undefined))
}

async function insertReviews(
  tx: Db,
  { world, materialId }: SeededMaterial,
  material: DemoMaterial,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const reviews = material.reviews.flatMap(({ buyerKey, rating, text, daysAgo }) => {
    const accountId = people.get(buyerKey)
    const createdAt = new Date(Date.now() - daysAgo * dayMs)
    if (accountId === undefined) return []
    const written = { rating, text, language: worldOf(world).lang, created_at: createdAt }
    return [{ ...written, world, material_id: materialId, account_id: accountId }]
  })
  if (reviews.length === 0) return
  // The newest has the highest id, as in real life.
  await tx
    .insertInto('review')
    .values(reviews.toSorted((left, right) => left.created_at.getTime() - right.created_at.getTime()))
    .execute()
}

async function insertBundle(
  tx: Db,
  { world, materialId }: SeededMaterial,
  material: DemoMaterial,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const items = (material.bundleOf ?? []).map((key) => ids.get(key)).filter((id) => id !== undefined)
  if (items.length === 0) return
  await tx
    .insertInto('bundle_item')
    .values(items.map((item, position) => ({ world, bundle_id: materialId, material_id: item, position })))
    .execute()
}

/** Gives the material the age and the ratings of its script. */
async function backdate(
  tx: Db,
  { world, materialId }: SeededMaterial,
  material: DemoMaterial,
): Promise<void> {
  const publishedAt = new Date(Date.now() - material.publishedDaysAgo * dayMs)
  await tx
    .updateTable('material')
    .set({
      is_bundle: (material.bundleOf ?? []).length > 0,
      created_at: publishedAt,
      published_at: publishedAt,
      sale_until: saleEnd(material),
      rating_sum: sql<number>`coalesce((select sum(rating) from review
        where review.world = material.world and material_id = material.id), 0)`,
      rating_count: sql<number>`(select count(*) from review
        where review.world = material.world and material_id = material.id)`,
      star_counts: sql<number[]>`array(select (select count(*) from review
        where review.world = material.world and material_id = material.id and rating = star)
        from generate_series(1, 5) as star order by star)`,
    })
    .where('world', '=', world)
    .where('id', '=', materialId)
    .execute()
}

/** Most authors leave it at the default percentage; some set prices of their own. */
function licencePrices({ priceCents, key }: DemoMaterial) {
  const own = priceCents >= 200 && key.length % 4 === 0
  return {
    additionalPrice: own ? Math.round(priceCents / 100) * 40 : null,
    schoolPrice: own ? Math.round(priceCents / 100) * 300 + 90 : null,
  }
}

/** About half of the sales end on a day that is known. */
function saleEnd({ salePriceCents, publishedDaysAgo }: DemoMaterial): Date | null {
  if (salePriceCents === undefined || publishedDaysAgo % 2 === 0) return null
  // To the day: what is asked twice must say the same, or the prices would know of two sales.
  return new Date((Math.floor(Date.now() / dayMs) + 7 + (publishedDaysAgo % 15)) * dayMs - 1000)
}

/** The past of what is on sale: the regular price, for some a while ago a lower one, and the beginning of the sale. */
async function insertPrices(
  tx: Db,
  { world, materialId }: SeededMaterial,
  material: DemoMaterial,
): Promise<void> {
  const { priceCents, salePriceCents, publishedDaysAgo } = material
  if (salePriceCents === undefined) return
  const saleDaysAgo = Math.min(1 + (materialId % 12), publishedDaysAgo / 2)
  const wasCheaper = materialId % 3 === 0 && publishedDaysAgo > 60
  const past = [
    { ago: publishedDaysAgo, price: wasCheaper ? Math.round(priceCents * 0.9) : priceCents, sale: null },
    ...(wasCheaper ? [{ ago: saleDaysAgo + 14, price: priceCents, sale: null }] : []),
    { ago: saleDaysAgo, price: priceCents, sale: salePriceCents },
  ]
  await tx
    .insertInto('material_price_change')
    .values(
      past.map(({ ago, price, sale }) => ({
        world,
        material_id: materialId,
        changed_at: new Date(Date.now() - ago * dayMs),
        price_cents: price,
        sale_price_cents: sale,
        sale_until: sale === null ? null : saleEnd(material),
      })),
    )
    .execute()
}
