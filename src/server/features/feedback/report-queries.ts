import { sql } from 'kysely'
import type { ReportReason } from '#shared/contract/feedback.ts'
import type { Db } from '../../db/pool.ts'

/** What a report is about: a material, or a post and maybe one comment on it. */
export type ReportTarget = { materialId: number } | { postId: number; commentId: number | null }

export interface NewReport {
  target: ReportTarget
  accountId: number | null
  name: string
  email: string
  reason: ReportReason
  text: string
}

/** The id of the new report, or undefined when this person's report of the same thing is still open. */
export async function insertReport(db: Db, world: string, report: NewReport): Promise<number | undefined> {
  const { target, accountId, ...columns } = report
  const about =
    'materialId' in target
      ? { material_id: target.materialId }
      : { post_id: target.postId, comment_id: target.commentId }
  const row = await db
    .insertInto('material_report')
    .values({ ...columns, ...about, world, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface ReportRow extends Omit<NewReport, 'target' | 'accountId'> {
  id: number
  material_id: number | null
  post_id: number | null
  comment_id: number | null
  /** The comment's words, as they are now. */
  said: string | null
  account_id: number | null
  status: 'open' | 'upheld' | 'rejected'
  created_at: Date
  title: string
  slug: string | null
}

/** Reports of one world and state below an id, the newest first. */
export async function reportRows(
  db: Db,
  world: string,
  page: { status: ReportRow['status']; beforeId: number; limit: number },
): Promise<ReportRow[]> {
  return await db
    .selectFrom('material_report as r')
    .leftJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'r.world').onRef('m.id', '=', 'r.material_id'),
    )
    .leftJoin('post as p', (join) => join.onRef('p.world', '=', 'r.world').onRef('p.id', '=', 'r.post_id'))
    .leftJoin('comment as c', (join) =>
      join.onRef('c.world', '=', 'r.world').onRef('c.id', '=', 'r.comment_id'),
    )
    .select(['r.id', 'r.material_id', 'r.account_id', 'r.name', 'r.email', 'r.reason', 'r.text', 'r.status'])
    .select(['r.created_at', 'r.post_id', 'r.comment_id', 'm.slug', 'c.text as said'])
    .select(sql<string>`coalesce(m.title, p.title)`.as('title'))
    .where('r.world', '=', world)
    .where('r.status', '=', page.status)
    .where('r.id', '<', page.beforeId)
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Puts a report into the case it is decided with. */
export async function attachReport(
  tx: Db,
  world: string,
  { reportId, caseId }: { reportId: number; caseId: number },
): Promise<void> {
  await tx
    .updateTable('material_report')
    .set({ case_id: caseId })
    .where('world', '=', world)
    .where('id', '=', reportId)
    .execute()
}

/** Ends the open reports of a case. */
export async function closeReports(
  tx: Db,
  world: string,
  { caseId, status }: { caseId: number; status: 'upheld' | 'rejected' },
): Promise<void> {
  await tx
    .updateTable('material_report')
    .set({ status, decided_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('case_id', '=', caseId)
    .where('status', '=', 'open')
    .execute()
}
