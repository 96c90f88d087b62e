import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { AppealSide, CaseKind, TargetKind } from '#platform/rules/contract/moderation.ts'

export interface NewCase {
  kind: Exclude<CaseKind, 'appeal'>
  target: { kind: TargetKind; id: number }
  affectedId: number
}

/** The open case about a thing, new or the one that is there; waits for whoever is just deciding it. */
export async function openCaseRow(tx: Db, world: string, given: NewCase): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into moderation_case (world, kind, target_kind, target_id, affected_id)
    values (${world}, ${given.kind}, ${given.target.kind}, ${given.target.id}, ${given.affectedId})
    on conflict (world, kind, target_kind, target_id) where decided_at is null and kind <> 'appeal'
    do update set affected_id = excluded.affected_id
    returning id`.execute(tx)
  return Number(rows[0]?.id)
}

export interface NewAppeal {
  againstId: number
  by: AppealSide
  /** Of the notifier. */
  reportId: number | null
  email: string
  text: string
}

/** Opens an appeal about what the decision was about; undefined when this side has appealed already. */
export async function insertAppeal(tx: Db, world: string, given: NewAppeal): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into moderation_case
      (world, kind, target_kind, target_id, affected_id, against_id, appeal_by, report_id, email, text)
    select d.world, 'appeal', k.target_kind, k.target_id, d.affected_id, d.id, ${given.by}, ${given.reportId}::bigint,
      ${given.email}, ${given.text}
    from moderation_decision d join moderation_case k on k.world = d.world and k.id = d.case_id
    where d.world = ${world} and d.id = ${given.againstId}
    on conflict (world, against_id, coalesce(report_id, 0)) where kind = 'appeal' do nothing
    returning id`.execute(tx)
  return rows[0] && Number(rows[0].id)
}

export interface CaseRow {
  id: number
  kind: CaseKind
  target_kind: TargetKind
  target_id: number
  affected_id: number
  affected_name: string
  against_id: number | null
  appeal_by: AppealSide | null
  report_id: number | null
  email: string | null
  text: string | null
  opened_at: Date
  decided_at: Date | null
  /** Of the material, or the post a comment stands below. */
  title: string | null
  slug: string | null
  material_id: number | null
  post_id: number | null
  cover_key: string | null
  /** The words of a comment, a review or a question. */
  said: string | null
  state: string | null
}

const columns = sql`k.id, k.kind, k.target_kind, k.target_id, k.affected_id, account.public_name as affected_name,
  k.against_id, k.appeal_by, k.report_id, k.email, k.text, k.opened_at, k.decided_at, coalesce(m.title, p.title, ap.public_name) as title, coalesce(m.slug, ap.slug) as slug,
  m.id as material_id, m.cover_key, p.id as post_id,
  case when k.kind = 'listing' then m.description
    else coalesce(c.text, rv.text, q.text || coalesce(E'\n\n' || q.answer, ''),
      n.text || coalesce(E'\n\n' || n.reply, ''), an.text) end as said,
  coalesce(c.state, rv.state, q.state, n.state, an.state, p.status, case when k.target_kind = 'material' then m.status end) as state`
const joined = sql`moderation_case k join account on account.id = k.affected_id
  left join review rv on k.target_kind = 'review' and rv.world = k.world and rv.id = k.target_id
  left join comment c on k.target_kind = 'comment' and c.world = k.world and c.id = k.target_id
  left join material_question q on q.world = k.world
    and q.id = case k.target_kind when 'question' then k.target_id when 'comment' then c.question_id end
  left join material_note n on k.target_kind = 'note' and n.world = k.world and n.id = k.target_id
  left join author_announcement an on k.target_kind = 'announcement' and an.world = k.world and an.id = k.target_id
  left join author_profile ap on ap.account_id = an.author_id
  left join material m on m.world = k.world
    and m.id = case k.target_kind when 'material' then k.target_id when 'review' then rv.material_id when 'note' then n.material_id
      else q.material_id end
  left join post p on p.world = k.world
    and p.id = case k.target_kind when 'post' then k.target_id when 'comment' then c.post_id end`

/** Cases of a world: what waits, the longest waiting first, or what is decided, the newest first. */
export async function caseRows(
  db: Db,
  world: string,
  page: { isOpen: boolean; kind: CaseKind | undefined; after: number | undefined; limit: number },
): Promise<CaseRow[]> {
  const { isOpen, kind, after, limit } = page
  const { rows } = await sql<CaseRow>`
    select ${columns} from ${joined}
    where k.world = ${world}
      and ${isOpen ? sql`k.decided_at is null` : sql`k.decided_at is not null`}
      and ${kind === undefined ? sql`true` : sql`k.kind = ${kind}`}
      and ${after === undefined ? sql`true` : isOpen ? sql`k.id > ${after}` : sql`k.id < ${after}`}
    order by k.id ${isOpen ? sql`asc` : sql`desc`} limit ${limit}`.execute(db)
  return rows
}

/** How many cases of a world wait or are decided, by kind. */
export async function countCases(
  db: Db,
  world: string,
): Promise<{ kind: CaseKind; is_open: boolean; count: number }[]> {
  const { rows } = await sql<{ kind: CaseKind; is_open: boolean; count: number }>`
    select kind, decided_at is null as is_open, count(*)::integer as count
    from moderation_case where world = ${world} group by 1, 2`.execute(db)
  return rows
}

export interface HistoryRow {
  account_id: number
  since: Date
  materials: number
  sales: number
  decided: number
  removed: number
}

/** What is known of these members in all worlds. */
export async function historyOf(db: Db, accountIds: readonly number[]): Promise<HistoryRow[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<HistoryRow>`
    select a.id as account_id, a.created_at as since, m.materials, m.sales, d.decided, d.removed
    from account a
    cross join lateral (
      select count(*) filter (where status = 'published')::integer as materials,
        coalesce(sum(sales_count), 0)::integer as sales
      from material where author_id = a.id
    ) m
    cross join lateral (
      select count(*)::integer as decided,
        count(*) filter (where outcome in ('removed', 'rejected'))::integer as removed
      from moderation_case k join moderation_decision on moderation_decision.world = k.world and case_id = k.id
      where k.affected_id = a.id
    ) d
    where a.id in (${sql.join(accountIds)})`.execute(db)
  return rows
}

/** One case with what it is about. */
export async function findCase(db: Db, world: string, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from ${joined} where k.world = ${world} and k.id = ${id}`.execute(db)
  return rows[0]
}

/** Holds a case for the rest of the transaction; whoever decides it second sees that it is decided. */
export async function lockCase(tx: Db, world: string, id: number): Promise<void> {
  await tx
    .selectFrom('moderation_case')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

export async function endCase(tx: Db, world: string, id: number): Promise<void> {
  await tx
    .updateTable('moderation_case')
    .set({ decided_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export interface CaseReportRow {
  id: number
  case_id: number
  account_id: number | null
  reason: 'copyright' | 'wrong' | 'unsuited' | 'personal_data' | 'illegal' | 'other'
  text: string
  name: string
  email: string
  created_at: Date
}

/** The reports of these cases, the oldest first. */
export async function reportsOf(db: Db, world: string, caseIds: readonly number[]): Promise<CaseReportRow[]> {
  if (caseIds.length === 0) return []
  const rows = await db
    .selectFrom('material_report')
    .select(['id', 'case_id', 'account_id', 'reason', 'text', 'name', 'email', 'created_at'])
    .where('world', '=', world)
    .where('case_id', 'in', [...caseIds])
    .orderBy('id')
    .execute()
  return rows as CaseReportRow[]
}

/** One report with the case it belongs to. */
export async function findReport(db: Db, world: string, id: number): Promise<CaseReportRow | undefined> {
  const row = await db
    .selectFrom('material_report')
    .select(['id', 'case_id', 'account_id', 'reason', 'text', 'name', 'email', 'created_at'])
    .where('world', '=', world)
    .where('id', '=', id)
    .where('case_id', 'is not', null)
    .executeTakeFirst()
  return row as CaseReportRow | undefined
}

/** How many cases of each kind wait, in every world. */
export async function openCaseCounts(db: Db): Promise<{ world: string; kind: CaseKind; count: number }[]> {
  const { rows } = await sql<{ world: string; kind: CaseKind; count: number }>`
    select world, kind, count(*)::integer as count
    from moderation_case where decided_at is null group by 1, 2`.execute(db)
  return rows
}
