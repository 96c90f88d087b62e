import type { ReportReason } from '#shared/contract/feedback.ts'
import type { Db } from '../../db/pool.ts'

export interface NewReport {
  materialId: number
  accountId: number | null
  name: string
  email: string
  reason: ReportReason
  text: string
}

/** The id of the new report, or undefined when this person's report of the material is still open. */
export async function insertReport(db: Db, world: string, report: NewReport): Promise<number | undefined> {
  const { materialId, accountId, ...columns } = report
  const row = await db
    .insertInto('material_report')
    .values({ ...columns, world, material_id: materialId, account_id: accountId })
    .onConflict((conflict) =>
      conflict.columns(['world', 'material_id', 'email']).where('status', '=', 'open').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface ReportRow extends Omit<NewReport, 'materialId' | 'accountId'> {
  id: number
  material_id: number
  account_id: number | null
  status: 'open' | 'upheld' | 'rejected'
  created_at: Date
  title: string
  slug: string
}

/** Reports of one world and state below an id, the newest first. */
export async function reportRows(
  db: Db,
  world: string,
  page: { status: ReportRow['status']; beforeId: number; limit: number },
): Promise<ReportRow[]> {
  return await db
    .selectFrom('material_report as r')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'r.world').onRef('m.id', '=', 'r.material_id'),
    )
    .select(['r.id', 'r.material_id', 'r.account_id', 'r.name', 'r.email', 'r.reason', 'r.text', 'r.status'])
    .select(['r.created_at', 'm.title', 'm.slug'])
    .where('r.world', '=', world)
    .where('r.status', '=', page.status)
    .where('r.id', '<', page.beforeId)
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .execute()
}
