import { type SqlBool, sql } from 'kysely'
import { aboutOf } from '#exercises/model/text/unit-metadata.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import { hasMaterial } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Rights } from '#platform/rules/files/rights.ts'
import { isLost, isPointerLost } from './sale/sold-queries.ts'
import type { UnitOwner } from './types.ts'

export interface UnitRow {
  id: number
  world: string
  owner_id: number | null
  status: 'draft' | 'published' | 'archived'
  title: string
  draft: unknown
  /** Its tasks that nobody could play yet. */
  unfinished: unknown
  revision: number
  version: number
  element_count: number
  practice_key: string | null
  resale_blocked: boolean
  updated_at: Date
  /** A material of this unit was bought by who asks. */
  is_bought: boolean
  /** The same of a material whose buyers may copy the unit. */
  may_copy: boolean
  /** Whether anybody can buy it. */
  is_sold: boolean
  /** The material by which who owns this copy of others' work may use it. */
  licence_material_id: number | null
  /** That licence of who asks is gone. */
  is_lost: boolean
}

export async function countUnits(db: Db, { world, accountId }: UnitOwner): Promise<number> {
  const { count } = await db
    .selectFrom('unit')
    .select((unit) => unit.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('status', '<>', 'archived')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One unit with whether who asks bought it. */
export async function findUnit(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
  { isLocked = false } = {},
): Promise<UnitRow | undefined> {
  const materials = sql`from sold_unit s join material m on m.world = s.world and m.id = s.material_id
    where s.world = unit.world and s.unit_id = unit.id`
  const isBought = sql<SqlBool>`exists (select ${materials} and ${hasMaterial(accountId)})`
  const mayCopy = sql<SqlBool>`exists (select ${materials} and m.may_copy_interactive and ${hasMaterial(accountId)})`
  const isSold = sql<SqlBool>`exists (select ${materials} and m.status in ('published', 'unlisted'))`
  let query = db
    .selectFrom('unit')
    .select(['id', 'world', 'owner_id', 'status', 'title', 'draft', 'revision', 'version', 'element_count'])
    .select(['unfinished', 'practice_key', 'resale_blocked', 'updated_at', isBought.as('is_bought')])
    .select([mayCopy.as('may_copy'), isSold.as('is_sold')])
    .select(['licence_material_id', isLost(accountId).as('is_lost')])
    .where('world', '=', world)
    .where('id', '=', id)
  if (isLocked) query = query.forUpdate()
  return (await query.executeTakeFirst()) as UnitRow | undefined
}

export async function insertUnit(
  tx: Db,
  { world, accountId }: UnitOwner,
  unit: {
    content: UnitContent
    unfinished?: readonly object[]
    elementCount: number
    origin?: { id: number; version: number; isResaleBlocked: boolean; licenceId: number | null }
    folderId?: number | undefined
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('unit')
    .values({
      world,
      owner_id: accountId,
      ...draftColumns(unit.content),
      unfinished: JSON.stringify(unit.unfinished ?? []),
      element_count: unit.elementCount,
      origin_id: unit.origin?.id ?? null,
      origin_version: unit.origin?.version ?? null,
      resale_blocked: unit.origin?.isResaleBlocked ?? false,
      licence_material_id: unit.origin?.licenceId ?? null,
      folder_id: unit.folderId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A draft, with what lists show of it. */
export function draftColumns(content: UnitContent) {
  const { subjects, grades, schoolTypes, language } = aboutOf(content)
  return {
    title: content.title,
    draft: JSON.stringify(content),
    ...{ subjects, grades, school_types: schoolTypes, language, cover: content.cover?.asset ?? '' },
  }
}

/** Whether a folder is the member's, and one for what they make themselves. */
export async function isFolderOf(
  db: Db,
  { world, accountId }: UnitOwner,
  folderId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .where('type', '=', 'own')
    .where('is_archive', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes a draft over the revision it began with; false: there is a newer one. */
export async function updateDraft(
  tx: Db,
  world: string,
  input: {
    id: number
    revision: number
    content: UnitContent
    unfinished: readonly object[]
    elementCount: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unit')
    .set({
      ...draftColumns(input.content),
      unfinished: JSON.stringify(input.unfinished),
      element_count: input.elementCount,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('world', '=', world)
    .where('id', '=', input.id)
    .where('revision', '=', input.revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps what the draft is now as the next version, for good. */
export async function insertVersion(
  tx: Db,
  world: string,
  {
    id,
    version,
    content,
    rights,
    licensedTasks,
  }: { id: number; version: number; content: object; rights: Rights; licensedTasks: string[] },
) {
  await tx
    .insertInto('unit_version')
    .values({
      ...{ world, unit_id: id, version, rights, licensed_tasks: licensedTasks },
      content: JSON.stringify(content),
    })
    .execute()
  await tx
    .updateTable('unit')
    .set({ status: 'published', version })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export async function versionContent(db: Db, world: string, id: number, version: number): Promise<unknown> {
  const row = await db
    .selectFrom('unit_version')
    .select('content')
    .where('world', '=', world)
    .where('unit_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.content
}

export async function setPracticeKey(tx: Db, world: string, id: number, key: string | null): Promise<void> {
  await tx
    .updateTable('unit')
    .set({ practice_key: key })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** Units with their newest published versions. */
export function newestVersions(db: Db) {
  return db
    .selectFrom('unit')
    .innerJoin('unit_version', (join) =>
      join
        .onRef('unit_version.world', '=', 'unit.world')
        .onRef('unit_version.unit_id', '=', 'unit.id')
        .onRef('unit_version.version', '=', 'unit.version'),
    )
}

/** The published version anybody with the address may practise. */
export async function findPractice(
  db: Db,
  world: string,
  key: string,
): Promise<{ id: number; version: number; content: unknown } | undefined> {
  return await newestVersions(db)
    .select(['unit.id', 'unit_version.version', 'unit_version.content'])
    .where('unit.world', '=', world)
    .where('unit.practice_key', '=', key)
    .where('unit.status', '=', 'published')
    .where(sql<SqlBool>`not ${isLost(sql.ref('unit.owner_id'))}`)
    .executeTakeFirst()
}

/** Points at a version; the same pointer once. */
export async function upsertShadow(
  tx: Db,
  { world, accountId }: UnitOwner,
  { unitId, version }: { unitId: number; version: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('unit_shadow')
    .values({ world, account_id: accountId, unit_id: unitId, version })
    .onConflict((conflict) =>
      conflict.columns(['world', 'account_id', 'unit_id', 'version']).doUpdateSet({ version }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ShadowedRow {
  unit_id: number
  version: number
  content: unknown
  overlay: unknown
  is_lost: boolean
}

/** What a member's pointer leads to, whatever became of the unit since; `is_lost`: the licence it stands on is gone. */
export async function findShadow(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
): Promise<ShadowedRow | undefined> {
  return (await db
    .selectFrom('unit_shadow')
    .innerJoin('unit_version', (join) =>
      join
        .onRef('unit_version.world', '=', 'unit_shadow.world')
        .onRef('unit_version.unit_id', '=', 'unit_shadow.unit_id')
        .onRef('unit_version.version', '=', 'unit_shadow.version'),
    )
    .select(['unit_shadow.unit_id', 'unit_shadow.version', 'unit_shadow.overlay', 'unit_version.content'])
    .where('unit_shadow.world', '=', world)
    .where('unit_shadow.account_id', '=', accountId)
    .where('unit_shadow.id', '=', id)
    .select(isPointerLost(accountId).as('is_lost'))
    .executeTakeFirst()) as ShadowedRow | undefined
}

/** Takes a unit away: wholly, or all but the versions others point at or bought. */
export async function deleteUnit(tx: Db, world: string, id: number): Promise<void> {
  await tx
    .updateTable('unit')
    .set({ status: 'archived', practice_key: null, draft: '{}' })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
  await sql`
    delete from unit u where u.world = ${world} and u.id = ${id}
      and not exists (select from unit_shadow s where s.world = u.world and s.unit_id = u.id)
      and not exists (select from unit c where c.world = u.world and c.origin_id = u.id)
      and not exists (select from sold_unit s where s.world = u.world and s.unit_id = u.id)`.execute(tx)
}
