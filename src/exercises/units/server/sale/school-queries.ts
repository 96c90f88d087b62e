import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { isForSchoolOf } from './sold-queries.ts'

export interface SchoolLicenceRow {
  world: LiveWorldCode
  material_id: number
  title: string
  slug: string
  status: string
  bought_at: Date
  /** Who bought it, as far as they still belong to the school. */
  buyers: string[]
  has_exercise: boolean
}

/** What a verified member has by their school, in the school's world, the newest first; `before`: the last row of the page before. */
export async function schoolLicenceRows(
  db: Db,
  accountId: number,
  { before, limit }: { before?: { at: Date; materialId: number } | undefined; limit: number },
): Promise<SchoolLicenceRow[]> {
  const boughtAt = sql`date_trunc('milliseconds', max(e.created_at))`
  const isNext = before
    ? sql<SqlBool>`(${boughtAt}, m.id) < (${before.at}::timestamptz, ${before.materialId}::bigint)`
    : sql<SqlBool>`true`
  const { rows } = await sql<SchoolLicenceRow>`
    select m.world, m.id as material_id, m.title, m.slug, m.status, ${boughtAt} as bought_at,
      coalesce(array_agg(distinct a.public_name) filter (where a.id is not null), '{}') as buyers,
      bool_or(u.id is not null) as has_exercise
    from school_account own
    join entitlement e on e.world = own.world and ${isForSchoolOf(accountId)}
    join material m on m.world = e.world and m.id = e.material_id
    left join unit u on u.world = m.world and u.id = m.interactive_id and u.version > 0
    left join school_account buyer on buyer.account_id = e.account_id
      and buyer.world = own.world and buyer.school_id = own.school_id
    left join account a on a.id = buyer.account_id
    where own.account_id = ${accountId}::bigint
    group by m.world, m.id having ${isNext}
    order by bought_at desc, m.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, material_id: Number(row.material_id) }))
}

/** How many materials each member of somebody's school has bought for it. */
export async function schoolLicenceCounts(db: Db, accountId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account_id: number; count: number }>`
    select e.account_id, count(*)::integer as count
    from school_account own
    join school_account buyer on buyer.world = own.world and buyer.school_id = own.school_id
    join entitlement e on e.world = own.world and e.account_id = buyer.account_id and e.licence = 'school'
      and (e.school_id = own.school_id or e.school_id is null and buyer.is_verified)
    where own.account_id = ${accountId}::bigint group by 1`.execute(db)
  return new Map(rows.map((row) => [Number(row.account_id), row.count]))
}
