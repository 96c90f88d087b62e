import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { reporterDays } from '#platform/limits.ts'
import type { ReportReason } from '#platform/rules/contract/feedback.ts'

/**
 * What a report is about: a material, one review of it or question about it, a comment below the question, a private
 * note, an author's announcement, or a post and maybe one comment on it.
 */
export type ReportTarget =
  | { materialId: number; reviewId?: number; questionId?: number; commentId?: number; noteId?: number }
  | { postId: number; commentId: number | null }
  | { announcementId: number }

export interface NewReport {
  target: ReportTarget
  accountId: number | null
  /** A keyed hash of a member's network; null for a stranger. */
  network: string | null
  name: string
  email: string
  reason: ReportReason
  text: string
}

/** The id of the new report, or undefined when this person's report of the same thing is still open. */
export async function insertReport(db: Db, world: string, report: NewReport): Promise<number | undefined> {
  const { target, accountId, ...columns } = report
  const about = columnsOf(target)
  const row = await db
    .insertInto('material_report')
    .values({ ...columns, ...about, world, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

function columnsOf(target: ReportTarget) {
  if ('announcementId' in target) return { announcement_id: target.announcementId }
  if ('postId' in target) return { post_id: target.postId, comment_id: target.commentId }
  const { materialId, reviewId = null, questionId = null, commentId = null, noteId = null } = target
  const words = { review_id: reviewId, question_id: questionId, comment_id: commentId, note_id: noteId }
  return { material_id: materialId, ...words }
}

/**
 * How many open reports of one thing weigh enough to hold it back, and whether the platform has looked at it before and left
 * it. Only members with a confirmed address count whose account is `reporterDays` old, each account and each network once:
 * strangers' addresses are invented in a second, and their notices wait for the desk (DSA 16 asks to take them, 23 to
 * guard against misuse).
 */
export async function openReports(
  db: Db,
  world: string,
  target: ReportTarget,
): Promise<{ count: number; wasRejected: boolean }> {
  const columns = Object.entries({
    material_id: null,
    post_id: null,
    review_id: null,
    question_id: null,
    note_id: null,
    announcement_id: null,
    ...columnsOf(target),
  })
  const isAbout = sql.join(
    columns.map(([name, id]) => sql`${sql.ref(`r.${name}`)} is not distinct from ${id}::bigint`),
    sql` and `,
  )
  const { rows } = await sql<{ count: number; was_rejected: boolean }>`
    select least(count(distinct r.account_id) filter (where counts), count(distinct r.network) filter (where counts))::int as count,
      coalesce(bool_or(status = 'rejected'), false) as was_rejected
    from material_report r left join account a on a.id = r.account_id
    cross join lateral (select r.status = 'open' and a.email_confirmed_at is not null and a.disabled_at is null
      and a.created_at < now() - make_interval(days => ${reporterDays}) as counts) as weight
    where r.world = ${world} and ${isAbout}`.execute(db)
  return { count: rows[0]?.count ?? 0, wasRejected: rows[0]?.was_rejected ?? false }
}

export interface ReportRow extends Omit<NewReport, 'target' | 'accountId' | 'network'> {
  id: number
  material_id: number | null
  post_id: number | null
  comment_id: number | null
  review_id: number | null
  question_id: number | null
  note_id: number | null
  announcement_id: number | null
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
    .leftJoin('author_announcement as n', (join) =>
      join.onRef('n.world', '=', 'r.world').onRef('n.id', '=', 'r.announcement_id'),
    )
    .leftJoin('author_profile as a', 'a.account_id', 'n.author_id')
    .leftJoin('comment as c', (join) =>
      join.onRef('c.world', '=', 'r.world').onRef('c.id', '=', 'r.comment_id'),
    )
    .select(['r.id', 'r.material_id', 'r.account_id', 'r.name', 'r.email', 'r.reason', 'r.text', 'r.status'])
    .select([
      'r.created_at',
      'r.post_id',
      'r.comment_id',
      'r.review_id',
      'r.question_id',
      'r.note_id',
      'r.announcement_id',
      'm.slug',
      'c.text as said',
    ])
    .select(sql<string>`coalesce(m.title, p.title, a.public_name)`.as('title'))
    .where('r.world', '=', world)
    .where('r.status', '=', page.status)
    .where('r.id', '<', page.beforeId)
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .execute()
}

/** A shown comment below an answered question about a material. */
export async function findAnswer(
  db: Db,
  world: string,
  commentId: number,
): Promise<{ account_id: number; material_id: number; question_id: number } | undefined> {
  return await db
    .selectFrom('comment as c')
    .innerJoin('material_question as q', (join) =>
      join.onRef('q.world', '=', 'c.world').onRef('q.id', '=', 'c.question_id'),
    )
    .select(['c.account_id', 'q.material_id', 'q.id as question_id'])
    .where('c.world', '=', world)
    .where('c.id', '=', commentId)
    .where('c.state', '=', 'shown')
    .where('q.state', '=', 'shown')
    .executeTakeFirst()
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
