import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { AppealSide, Ground, Outcome } from '#platform/rules/contract/moderation.ts'
import type { CaseReportRow } from './case-queries.ts'

export interface Year {
  from: Date
  until: Date
}

export async function noticeCounts(
  db: Db,
  world: string,
  { from, until }: Year,
): Promise<{ reason: CaseReportRow['reason']; count: number }[]> {
  const { rows } = await sql<{ reason: CaseReportRow['reason']; count: number }>`
    select reason, count(*)::int as count from material_report
    where world = ${world} and created_at >= ${from} and created_at < ${until}
    group by reason order by reason`.execute(db)
  return rows
}

export interface DecisionCountRow {
  outcome: Outcome
  ground: Ground
  category: CaseReportRow['reason']
  count: number
  strikes: number
  pauses: number
}

export async function decisionCounts(
  db: Db,
  world: string,
  { from, until }: Year,
): Promise<DecisionCountRow[]> {
  const { rows } = await sql<DecisionCountRow>`
    select outcome, ground, category, count(*)::int as count, count(*) filter (where is_strike)::int as strikes,
      count(*) filter (where is_pause)::int as pauses
    from moderation_decision where world = ${world} and decided_at >= ${from} and decided_at < ${until}
    group by outcome, ground, category order by outcome, ground, category`.execute(db)
  return rows
}

/** Hours from opening to deciding in the middle, of what was decided in that year. */
export async function medianHours(
  db: Db,
  world: string,
  { from, until }: Year,
): Promise<{ report: number | null; appeal: number | null }> {
  const { rows } = await sql<{ kind: 'report' | 'appeal'; hours: number }>`
    select k.kind, percentile_cont(0.5) within group (
      order by extract(epoch from k.decided_at - k.opened_at) / 3600)::float8 as hours
    from moderation_case k
    where k.world = ${world} and k.decided_at >= ${from} and k.decided_at < ${until} and k.kind in ('report', 'appeal')
    group by k.kind`.execute(db)
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.hours ?? null
  return { report: of('report'), appeal: of('appeal') }
}

export async function appealCounts(
  db: Db,
  world: string,
  { from, until }: Year,
): Promise<{ by: AppealSide; outcome: Outcome | null; count: number }[]> {
  const { rows } = await sql<{ by: AppealSide; outcome: Outcome | null; count: number }>`
    select k.appeal_by as by, d.outcome, count(*)::int as count
    from moderation_case k left join moderation_decision d on d.world = k.world and d.case_id = k.id
    where k.world = ${world} and k.kind = 'appeal' and k.opened_at >= ${from} and k.opened_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
