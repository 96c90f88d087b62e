import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface UnannouncedMaterial {
  material_id: number
  author_id: number
  title: string
  last_id: number
  notes: string[]
}

/** Public materials with a version nobody was notified of, once their author has let them rest for a while. */
export async function unannouncedMaterials(
  db: Db,
  world: string,
  { restMinutes, limit }: { restMinutes: number; limit: number },
): Promise<UnannouncedMaterial[]> {
  const { rows } = await sql<UnannouncedMaterial>`
    select v.material_id, m.author_id, m.title, max(v.id) as last_id,
      coalesce(array_agg(v.note order by v.id) filter (where v.note <> ''), '{}') as notes
    from material_version v join material m on m.world = v.world and m.id = v.material_id
    where v.world = ${world} and v.told_at is null
    group by v.material_id, m.author_id, m.title
    having max(v.created_at) < now() - make_interval(mins => ${restMinutes})
    order by v.material_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, material_id: Number(row.material_id), last_id: Number(row.last_id) }))
}

export interface OwnerRow {
  id: number
  email: string
  public_name: string
  world: string
  has_proven_email: boolean
}

/** Who owns a material since before this version, above an id. */
export async function ownersOf(
  db: Db,
  world: string,
  page: { materialId: number; versionId: number; afterId: number; limit: number },
): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select a.id, a.email, a.public_name, a.world, a.email_confirmed_at is not null as has_proven_email
    from entitlement e join account a on a.id = e.account_id
    where e.world = ${world} and e.material_id = ${page.materialId} and a.id > ${page.afterId}
      and a.disabled_at is null
      and e.created_at < (select created_at from material_version where world = ${world} and id = ${page.versionId})
    order by a.id limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
