import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { FolderFilter, FolderType } from '../rules/contract.ts'
import type { FolderOwner } from './types.ts'

export interface FolderRow {
  id: number
  title: string
  parent_id: number | null
  is_archive: boolean
  type: FolderType
}

/** Every folder of a member, in the order of a list: by name, archives last. */
export async function folderRows(db: Db, { world, accountId }: FolderOwner): Promise<FolderRow[]> {
  return await db
    .selectFrom('folder')
    .select(['id', 'title', 'parent_id', 'is_archive', 'type'])
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .orderBy('is_archive')
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute()
}

/** A window of the folders that fit, each with its materials, and how many fit. */
export async function folderWindow(
  db: Db,
  owner: FolderOwner,
  { filter, limit, offset }: { filter: FolderFilter; limit: number; offset: number },
): Promise<{ rows: (FolderRow & { material_ids: number[] })[]; total: number }> {
  const { ids = null, type = null, parent_id, is_archive = null } = filter
  const fits = sql`f.world = ${owner.world} and f.account_id = ${owner.accountId}
    and (${ids}::bigint[] is null or f.id = any(${ids}::bigint[]))
    and (${type}::text is null or f.type = ${type}::text)
    and (${parent_id === undefined}::boolean or f.parent_id is not distinct from ${parent_id ?? null}::bigint)
    and (${is_archive}::boolean is null or f.is_archive = ${is_archive}::boolean)`
  const { rows } = await sql<FolderRow & { material_ids: number[] }>`
    select f.id, f.title, f.parent_id, f.is_archive, f.type, array(
        select l.material_id from folder_material l
        where l.world = f.world and l.folder_id = f.id and ${isThere(owner)}
        order by l.material_id) as material_ids
    from folder f where ${fits}
    order by f.is_archive, lower(f.title), f.id limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{
    total: number
  }>`select count(*)::int as total from folder f where ${fits}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/**
 * Whether what lies in folder `f` (row `l`) is still the member's: bought, their own, remembered. They are read all at once:
 * looked up one by one, ten thousand took two to thirteen times as long.
 */
const isThere = ({ world, accountId }: FolderOwner) => sql`case f.type
  when 'purchased' then l.material_id in (select e.material_id from entitlement e
    where e.world = ${world} and e.account_id = ${accountId})
  when 'own' then l.material_id in (select m.id from material m
    where m.world = ${world} and m.author_id = ${accountId} and m.status <> 'deleted')
  else l.material_id in (select v.material_id from favorite v
    where v.world = ${world} and v.owner = ${`a:${accountId}`}) end`

/** What a member may put into folders of each type. */
function things({ world, accountId }: FolderOwner) {
  return sql`(
    select 'purchased' as type, material_id from entitlement where world = ${world} and account_id = ${accountId}
    union all
    select 'own', id from material where world = ${world} and author_id = ${accountId} and status <> 'deleted'
    union all
    select 'favorite', material_id from favorite where world = ${world} and owner = ${`a:${accountId}`})`
}

/** What lies in folders that fit, by folder and id, and how much it is. */
export async function folderMaterialWindow(
  db: Db,
  owner: FolderOwner,
  input: {
    folderIds: readonly number[]
    materialIds: readonly number[] | null
    limit: number
    offset: number
  },
): Promise<{ rows: { folder_id: number; material_id: number }[]; total: number }> {
  const { folderIds, materialIds, limit, offset } = input
  const from = sql`from folder f join folder_material l on l.world = f.world and l.folder_id = f.id
    where f.world = ${owner.world} and f.account_id = ${owner.accountId}
      and f.id = any(${[...folderIds]}::bigint[])
      and (${materialIds}::bigint[] is null or l.material_id = any(${materialIds}::bigint[])) and ${isThere(owner)}`
  const { rows } = await sql<{ folder_id: number; material_id: number }>`
    select l.folder_id, l.material_id ${from} order by l.folder_id, l.material_id
    limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function insertFolder(
  tx: Db,
  { world, accountId }: FolderOwner,
  folder: { type: FolderType; title: string; parentId: number | null; isArchive?: boolean },
): Promise<number> {
  const { id } = await tx
    .insertInto('folder')
    .values({
      world,
      account_id: accountId,
      type: folder.type,
      title: folder.title,
      parent_id: folder.parentId,
      is_archive: folder.isArchive ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFolders(
  tx: Db,
  { world, accountId }: FolderOwner,
  {
    ids,
    title,
    parentId,
  }: { ids: readonly number[]; title?: string | undefined; parentId?: number | null | undefined },
): Promise<void> {
  await tx
    .updateTable('folder')
    .set({
      ...(title !== undefined && { title }),
      ...(parentId !== undefined && { parent_id: parentId }),
    })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
}

/** With the folders in them; materials stay where they are. */
export async function deleteFolders(
  tx: Db,
  { world, accountId }: FolderOwner,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('folder')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Puts what fits into each of the folders, once; answers how many materials fitted. */
export async function insertMaterials(
  tx: Db,
  owner: FolderOwner,
  input: {
    folderIds: readonly number[]
    materialIds: readonly number[] | null
    inFolderIds: readonly number[] | null
  },
): Promise<number> {
  const { folderIds, materialIds, inFolderIds } = input
  const { rows } = await sql<{ count: number }>`
    with fits as (
      select f.id as folder_id, t.material_id
      from folder f join ${things(owner)} t on t.type = f.type
      where f.world = ${owner.world} and f.account_id = ${owner.accountId}
        and f.id = any(${[...folderIds]}::bigint[])
        and (${materialIds}::bigint[] is null or t.material_id = any(${materialIds}::bigint[]))
        and (${inFolderIds}::bigint[] is null or exists (select from folder_material i
          where i.world = ${owner.world} and i.account_id = ${owner.accountId}
            and i.folder_id = any(${inFolderIds}::bigint[]) and i.material_id = t.material_id))
    ), added as (
      insert into folder_material (world, folder_id, account_id, material_id)
      select ${owner.world}, folder_id, ${owner.accountId}::bigint, material_id from fits
      on conflict do nothing
    )
    select count(distinct material_id)::int as count from fits`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Takes materials out of folders; null: all of them. Answers how many rows went. */
export async function removeMaterials(
  tx: Db,
  { world, accountId }: FolderOwner,
  input: {
    folderIds: readonly number[]
    materialIds: readonly number[] | null
    inFolderIds: readonly number[] | null
  },
): Promise<number> {
  const { folderIds, materialIds, inFolderIds } = input
  const { numAffectedRows } = await sql`
    delete from folder_material l
    where l.world = ${world} and l.account_id = ${accountId} and l.folder_id = any(${[...folderIds]}::bigint[])
      and (${materialIds}::bigint[] is null or l.material_id = any(${materialIds}::bigint[]))
      and (${inFolderIds}::bigint[] is null or exists (select from folder_material i
        where i.world = l.world and i.account_id = l.account_id
          and i.folder_id = any(${inFolderIds}::bigint[]) and i.material_id = l.material_id))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Whether a material is among what the member bought, sells or remembers. */
export async function isThing(
  db: Db,
  owner: FolderOwner,
  { type, materialId }: { type: FolderType; materialId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${things(owner)} t where t.type = ${type} and t.material_id = ${materialId}`.execute(db)
  return rows.length > 0
}
