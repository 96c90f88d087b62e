import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { strikes } from '#platform/limits.ts'
import type { CaseKind, DeskCase, TargetKind } from '#platform/rules/contract/moderation.ts'
import { attachReport } from '#shop/community/feedback/server/service.ts'
import { reviewedListings } from '#shop/selling/materials/server/service.ts'
import { outcomesOf } from '../rules/moderation.ts'
import { type CaseReportRow, type CaseRow, caseRows, openCaseRow, reportsOf } from './case-queries.ts'
import { type DecisionRow, decisionsByIds, decisionsOf, strikesOf } from './decision-queries.ts'
import { isImpartial } from './policy.ts'
import { decisionView, listingView, reportView, targetUrl } from './view.ts'

const pageSize = 20

/** A report joins the open case about its thing, or opens one. */
export async function openForReport(
  { world }: Context,
  report: {
    reportId: number
    target: { kind: TargetKind; id: number }
    affectedId: number
  },
  tx: Db,
): Promise<void> {
  const { reportId, target, affectedId } = report
  const caseId = await openCaseRow(tx, world, { kind: 'report', target, affectedId })
  await attachReport(tx, world, { reportId, caseId })
}

/** A listing that waits for somebody, or that is like another one. */
export async function openForListing(
  { world }: Context,
  { materialId, authorId }: { materialId: number; authorId: number },
  tx: Db,
): Promise<void> {
  const target = { kind: 'material' as const, id: materialId }
  await openCaseRow(tx, world, { kind: 'listing', target, affectedId: authorId })
}

export interface DeskPage {
  cases: DeskCase[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
}

/** What waits at the desk of this world, the longest waiting first; or what was decided, the newest first. */
export async function listCases(
  context: Context,
  wish: { isOpen: boolean; kind?: CaseKind | undefined; after?: string | undefined },
): Promise<DeskPage> {
  const { isOpen, kind } = wish
  const key = wish.after === undefined ? undefined : decodeCursor('cases', ['number'], wish.after)
  const rows = await caseRows(context.db, context.world, {
    ...{ isOpen, kind, after: key === undefined ? undefined : Number(key[0]), limit: pageSize + 1 },
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    cases: await viewsOf(context, shown),
    nextCursor: last ? encodeCursor('cases', [last.id]) : null,
  }
}

/** The first day whose strikes count today. */
export function strikesSince(): Date {
  return new Date(Date.now() - strikes.withinDays * 86_400_000)
}

async function viewsOf(context: Context, rows: readonly CaseRow[]): Promise<DeskCase[]> {
  const { db, world } = context
  const ids = rows.map(({ id }) => id)
  const waiting = rows.filter(({ kind, decided_at }) => kind === 'listing' && decided_at === null)
  const [reports, decided, struck, against, listings] = await Promise.all([
    reportsOf(db, world, ids),
    decisionsOf(db, world, ids),
    strikesOf(
      db,
      rows.map((row) => row.affected_id),
      strikesSince(),
    ),
    decisionsByIds(
      db,
      world,
      rows.flatMap((row) => row.against_id ?? []),
    ),
    reviewedListings(
      context,
      waiting.map(({ target_id }) => target_id),
    ),
  ])
  return rows.map((row) =>
    caseView(context, row, {
      reports: reports.filter((each) => each.case_id === row.id),
      decision: decided.find((each) => each.case_id === row.id),
      against: against.find((each) => each.id === row.against_id),
      listing: waiting.includes(row)
        ? listings.find(({ materialId }) => materialId === row.target_id)
        : undefined,
      strikeCount: struck.filter((each) => each.affected_id === row.affected_id).length,
    }),
  )
}

interface CaseParts {
  reports: readonly CaseReportRow[]
  decision: DecisionRow | undefined
  against: DecisionRow | undefined
  listing: Awaited<ReturnType<typeof reviewedListings>>[number] | undefined
  strikeCount: number
}

function caseView(context: Context, row: CaseRow, parts: CaseParts): DeskCase {
  const { reports, decision, against } = parts
  const mayDecide =
    row.decided_at === null &&
    isImpartial(requireMember(context), {
      affectedId: row.affected_id,
      reporterIds: reports.map((report) => report.account_id),
      decidedBefore: against?.decided_by,
    })
  return {
    id: row.id,
    kind: row.kind,
    target: {
      kind: row.target_kind,
      id: row.target_id,
      title: row.title ?? '–',
      url: targetUrl(context.world, row),
      text: row.kind === 'listing' ? null : row.said,
      state: row.state ?? 'deleted',
    },
    affected: { id: row.affected_id, name: row.affected_name, strikes: parts.strikeCount },
    reports: reports.map(reportView),
    appeal:
      row.appeal_by === null || against === undefined
        ? null
        : { by: row.appeal_by, text: row.text ?? '', against: decisionView(against) },
    decision: decision === undefined ? null : decisionView(decision),
    listing: parts.listing === undefined ? null : listingView(context, parts.listing, row.said ?? ''),
    outcomes: mayDecide ? [...outcomesOf({ kind: row.kind, by: row.appeal_by })] : [],
    openedAt: row.opened_at.toISOString(),
  }
}
