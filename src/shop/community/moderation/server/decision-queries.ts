import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Ground, Outcome } from '#platform/rules/contract/moderation.ts'
import type { CaseReportRow } from './case-queries.ts'

export interface NewDecision {
  caseId: number
  outcome: Outcome
  category: CaseReportRow['reason']
  ground: Ground
  rule: string
  facts: string
  isStrike: boolean
  isPause: boolean
  was: string | null
  affectedId: number
  decidedBy: number
}

/** Writes a decision into the log; answers its id. */
export async function insertDecision(tx: Db, world: string, given: NewDecision): Promise<number> {
  const row = await tx
    .insertInto('moderation_decision')
    .values({
      ...{ world, case_id: given.caseId, outcome: given.outcome, category: given.category },
      ...{ ground: given.ground, rule: given.rule, facts: given.facts, was: given.was },
      ...{ is_strike: given.isStrike, is_pause: given.isPause },
      ...{ affected_id: given.affectedId, decided_by: given.decidedBy },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

export interface DecisionRow {
  id: number
  case_id: number
  outcome: Outcome
  category: CaseReportRow['reason']
  ground: Ground
  rule: string
  facts: string
  is_strike: boolean
  was: string | null
  affected_id: number
  decided_by: number
  decided_by_name: string | null
  decided_at: Date
}

function decisions(db: Db, world: string) {
  return db
    .selectFrom('moderation_decision as d')
    .leftJoin('account', 'account.id', 'd.decided_by')
    .select(['d.id', 'd.case_id', 'd.outcome', 'd.category', 'd.ground', 'd.rule', 'd.facts', 'd.is_strike'])
    .select(['d.was', 'd.affected_id', 'd.decided_by', 'd.decided_at'])
    .select('account.public_name as decided_by_name')
    .where('d.world', '=', world)
}

export async function findDecision(db: Db, world: string, id: number): Promise<DecisionRow | undefined> {
  return await decisions(db, world).where('d.id', '=', id).executeTakeFirst()
}

/** Decisions by their ids. */
export async function decisionsByIds(db: Db, world: string, ids: readonly number[]): Promise<DecisionRow[]> {
  if (ids.length === 0) return []
  return await decisions(db, world)
    .where('d.id', 'in', [...ids])
    .execute()
}

/** The decisions of these cases. */
export async function decisionsOf(db: Db, world: string, caseIds: readonly number[]): Promise<DecisionRow[]> {
  if (caseIds.length === 0) return []
  return await decisions(db, world)
    .where('d.case_id', 'in', [...caseIds])
    .execute()
}

/** Whether this side has complained about a decision already. */
export async function hasAppealed(
  db: Db,
  world: string,
  { againstId, reportId }: { againstId: number; reportId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_case')
    .select('id')
    .where('world', '=', world)
    .where('kind', '=', 'appeal')
    .where('against_id', '=', againstId)
    .where(sql<boolean>`coalesce(report_id, 0) = ${reportId ?? 0}`)
    .executeTakeFirst()
  return row !== undefined
}

/** When these accounts were struck since a day, in any world; what an appeal took back does not count. */
export async function strikesOf(
  db: Db,
  accountIds: readonly number[],
  since: Date,
): Promise<{ affected_id: number; decided_at: Date }[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<{ affected_id: number; decided_at: Date }>`
    select d.affected_id, d.decided_at from moderation_decision d
    where d.affected_id = any(${[...new Set(accountIds)]}::bigint[]) and d.is_strike and d.decided_at > ${since}
      and not exists (
        select from moderation_case k join moderation_decision w on w.world = k.world and w.case_id = k.id
        where k.world = d.world and k.against_id = d.id and w.outcome = 'restored')`.execute(db)
  return rows
}

/** Whether no complaint has taken a decision back. */
export async function isInForce(db: Db, world: string, decisionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_case as k')
    .innerJoin('moderation_decision as w', (join) =>
      join.onRef('w.world', '=', 'k.world').onRef('w.case_id', '=', 'k.id'),
    )
    .select('w.id')
    .where('k.world', '=', world)
    .where('k.against_id', '=', decisionId)
    .where('w.outcome', '=', 'restored')
    .executeTakeFirst()
  return row === undefined
}

export interface ContactRow {
  id: number
  email: string
  public_name: string
  world: string
}

/** Where to write to a member; nobody for disabled accounts. */
export async function contactOf(db: Db, accountId: number): Promise<ContactRow | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'public_name', 'world'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
