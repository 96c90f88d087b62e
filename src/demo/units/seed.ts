import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { draftColumns } from '#exercises/units/server/service.ts'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { withColon } from '#platform/i18n/format.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { publishOwn, writeDraft } from '#shop/selling/materials/server/service.ts'
import type { DemoWorld } from '../catalogue/types.ts'
import { demoAssets } from './assets.ts'
import { type DemoUnit, demoUnits } from './read.ts'
import { seedRoom } from './room.ts'

const dayMs = 86_400_000
/** As for other materials of the demonstration: covers are drawn all at once, afterwards. */
const previewDelaySeconds = 600

/** Exercises of one world with courses of them and what sells them, all or nothing. */
export async function seedUnits(
  deps: Deps,
  demo: Pick<DemoWorld, 'world' | 'authors'>,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const { world } = demo
  const units = demoUnits(world)
  const owners = units.map((unit, at) => ownerOf(demo, unit, at, people))
  await transaction(deps.db, async (tx) => {
    if (await hasUnits(tx, world, owners)) return
    const ids = await insertUnits(tx, world, { units, owners })
    await storeAssets(deps, tx, { units, owners })
    const courses = await insertCourses(deps, tx, world, { units, owners, ids })
    const ownerId = people.get(demo.authors[0]?.key ?? '')
    if (ownerId !== undefined)
      await seedRoom(tx, world, { ownerId, contents: units.map(({ content }) => content) })
    for (const [at, unit] of units.entries()) {
      const [unitId, authorId] = [ids[at], owners[at]]
      if (unit.price === undefined || unitId === undefined || authorId === undefined) continue
      await sell(deps, tx, world, { unit, unitId, authorId, daysAgo: 2 + at * 3, price: unit.price })
    }
    const [course] = courses
    const prices = units.flatMap(({ price }) => price ?? [])
    if (course)
      await sell(deps, tx, world, { ...course, daysAgo: 4, price: 3 * Math.max(...prices, coursePrice) })
  })
}

/** Whoever writes for the subject, else one after the other. */
function ownerOf(
  { authors }: Pick<DemoWorld, 'authors'>,
  { subject }: DemoUnit,
  at: number,
  people: ReadonlyMap<string, number>,
): number {
  const author = authors.find(({ subjects }) => subjects.includes(subject)) ?? authors[at % authors.length]
  const id = people.get(author?.key ?? '')
  if (id === undefined) throw new Error(`${subject}: no author`)
  return id
}

async function hasUnits(tx: Db, world: string, owners: readonly number[]): Promise<boolean> {
  const row = await tx
    .selectFrom('unit')
    .select('id')
    .where('world', '=', world)
    .where('owner_id', 'in', [...new Set(owners)])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function insertUnits(
  tx: Db,
  world: DemoWorld['world'],
  { units, owners }: { units: readonly DemoUnit[]; owners: readonly number[] },
): Promise<number[]> {
  const rows = units.map(({ content, price }, at) => ({
    world,
    owner_id: owners[at] ?? null,
    status: 'published' as const,
    ...draftColumns(content),
    version: 1,
    element_count: content.pages.reduce((sum, page) => sum + page.elements.length, 0),
    practice_key: price === undefined ? `p${randomUUID().replaceAll('-', '')}` : null,
    updated_at: new Date(Date.now() - (1 + at * 3) * dayMs),
  }))
  const made = await tx.insertInto('unit').values(rows).returning(['id', 'title', 'draft']).execute()
  const byTitle = new Map(made.map(({ id, title }) => [title, id]))
  const ids = units.map(({ title }) => byTitle.get(title) ?? 0)
  await tx
    .insertInto('unit_version')
    .values(
      units.map(({ content }, at) => ({
        world,
        unit_id: ids[at] ?? 0,
        version: 1,
        content: JSON.stringify(content),
      })),
    )
    .execute()
  return ids
}

/** Stores the files like uploads of their owners; the collector removes those no exercise uses. */
async function storeAssets(
  { storage }: Pick<Deps, 'storage'>,
  tx: Db,
  { units, owners }: { units: readonly DemoUnit[]; owners: readonly number[] },
): Promise<void> {
  const contents = units.map(({ content }) => JSON.stringify(content))
  for (const { key, hash, bytes } of demoAssets().values()) {
    const shown = new Set(owners.filter((_owner, at) => contents[at]?.includes(key)))
    if (shown.size === 0) continue
    if ((await storage.size(key)) === undefined) await storage.put(key, bytes)
    await tx
      .insertInto('unit_asset')
      .values([...shown].map((accountId) => ({ account_id: accountId, hash, bytes: bytes.length })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** What is sold: an exercise, or a course that is told in the words of one. */
interface Sale {
  unit: Pick<DemoUnit, 'title' | 'description' | 'subject' | 'grade' | 'schoolType'>
  unitId: number | null
  courseId?: number
  authorId: number
  daysAgo: number
  price: number
}

async function sell(deps: Deps, tx: Db, world: DemoWorld['world'], sale: Sale): Promise<void> {
  const { unit, unitId, courseId = null, authorId, daysAgo, price } = sale
  const materialId = await writeDraft(tx, {
    world,
    authorId,
    fields: {
      title: unit.title,
      description: unit.description,
      subjects: [unit.subject],
      grades: [unit.grade],
      schoolTypes: [unit.schoolType],
      learningYears: [],
      materialType: 'interactive',
      language: worldOf(world).lang,
      keywords: [],
      price,
      salePrice: null,
      saleFrom: null,
      saleUntil: null,
      ...{ stampsFiles: false, isOwnWork: true, imageSources: '', aiUse: 'none' },
      additionalPrice: null,
      schoolPrice: null,
      previewPages: null,
      solutionPages: null,
      lessonMinutes: 20,
      interactiveId: unitId,
      courseId,
      mayCopyInteractive: true,
    },
    files: [],
  })
  const at = new Date(Date.now() - daysAgo * dayMs)
  await sql`update material set created_at = ${at}, published_at = ${at}
    where world = ${world} and id = ${materialId}`.execute(tx)
  const context = strangerContext(deps, world)
  await publishOwn(context, tx, { world, materialId, authorId }, { previewDelaySeconds, isTrusted: true })
}

const courseCount = 3
/** Cents, where no exercise of a world has a price. */
const coursePrice = 250

/**
 * The subjects authors wrote most exercises for, each as a course that opens one exercise after the other. @returns the longest
 * ones first, as they would be sold
 */
async function insertCourses(
  { taxonomy }: Pick<Deps, 'taxonomy'>,
  tx: Db,
  world: DemoWorld['world'],
  made: { units: readonly DemoUnit[]; owners: readonly number[]; ids: readonly number[] },
): Promise<Pick<Sale, 'unit' | 'unitId' | 'courseId' | 'authorId'>[]> {
  const { units, owners, ids } = made
  const t = translator(world)
  const all = units.map((unit, at) => ({ unit, owner: owners[at] ?? 0, unitId: ids[at] ?? 0, at }))
  const groups = [...Map.groupBy(all, ({ unit, owner }) => `${owner} ${unit.subject}`).values()]
  const longest = groups.toSorted((one, other) => other.length - one.length).slice(0, courseCount)
  const rows = longest.map((group) => ({
    world,
    owner_id: group[0]?.owner ?? 0,
    title: taxonomy.term(world, 'subject', group[0]?.unit.subject ?? '')?.name ?? '–',
    description: group
      .map(({ unit }) => unit.title)
      .join(' · ')
      .slice(0, 500),
    gate: 'sequential' as const,
    items: JSON.stringify(
      group.map(({ unit, unitId, at }) => ({
        ...{ id: (0x100000 + at).toString(16), kind: 'unit', title: unit.title, minutes: 20 },
        ...{ isRequired: true, unitId, version: 1 },
      })),
    ),
    share_key: `c${randomUUID().replaceAll('-', '')}`,
  }))
  const stored = await tx.insertInto('course').values(rows).returning(['id', 'title']).execute()
  const idOf = new Map(stored.map(({ id, title }) => [title, id]))
  return longest.flatMap((group, at) => {
    const [first] = group
    const { title = '', description = '' } = rows[at] ?? {}
    const courseId = idOf.get(title)
    if (!first || courseId === undefined) return []
    const unit = {
      ...first.unit,
      title: `${withColon(t('interactive-shop:offer.course'), world)} ${title}`,
      description,
    }
    return [{ unit, unitId: null, courseId, authorId: first.owner }]
  })
}
