import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { deskDays, strikes } from '#platform/limits.ts'
import type { CaseCounts, CaseKind, DeskCase, TargetKind } from '#platform/rules/contract/moderation.ts'
import { coverView, previewView } from '#shop/catalogue/catalogue/server/service.ts'
import { attachReport } from '#shop/community/feedback/server/service.ts'
import { pagesOf, reviewedListings } from '#shop/selling/materials/server/service.ts'
import { outcomesOf } from '../rules/moderation.ts'
import {
  type CaseReportRow,
  type CaseRow,
  caseRows,
  countCases,
  type HistoryRow,
  historyOf,
  openCaseCounts,
  openCaseRow,
  reportsOf,
} from './case-queries.ts'
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
  counts: CaseCounts
}

/** What waits at the desk of this world, the longest waiting first; or what was decided, the newest first. */
export async function listCases(
  context: Context,
  wish: { isOpen: boolean; kind?: CaseKind | undefined; after?: string | undefined },
): Promise<DeskPage> {
  const { isOpen, kind } = wish
  const key = wish.after === undefined ? undefined : decodeCursor('cases', ['number'], wish.after)
  const after = key === undefined ? undefined : Number(key[0])
  const [rows, counts] = await Promise.all([
    caseRows(context.db, context.world, { isOpen, kind, after, limit: pageSize + 1 }),
    caseCounts(context),
  ])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    cases: await viewsOf(context, shown),
    nextCursor: last ? encodeCursor('cases', [last.id]) : null,
    counts,
  }
}

/** How many cases of each kind wait in this world, and are decided. */
export async function caseCounts({ db, world }: Pick<Context, 'db' | 'world'>): Promise<CaseCounts> {
  const rows = await countCases(db, world)
  const of = (kind: CaseKind, isOpen: boolean) =>
    rows.find((row) => row.kind === kind && row.is_open === isOpen)?.count ?? 0
  const all = (isOpen: boolean) => ({
    report: of('report', isOpen),
    appeal: of('appeal', isOpen),
    listing: of('listing', isOpen),
  })
  return { open: all(true), decided: all(false) }
}

/** The first day whose strikes count today. */
export function strikesSince(): Date {
  return new Date(Date.now() - strikes.withinDays * 86_400_000)
}

async function viewsOf(context: Context, rows: readonly CaseRow[]): Promise<DeskCase[]> {
  const { db, world } = context
  const ids = rows.map(({ id }) => id)
  const waiting = rows.filter(({ kind, decided_at }) => kind === 'listing' && decided_at === null)
  const affectedIds = [...new Set(rows.map((row) => row.affected_id))]
  const looked = rows.filter(
    (row) => row.kind !== 'listing' && row.decided_at === null && row.target_kind === 'material',
  )
  const [reports, decided, struck, against, listings, histories, pages] = await Promise.all([
    reportsOf(db, world, ids),
    decisionsOf(db, world, ids),
    strikesOf(db, affectedIds, strikesSince()),
    decisionsByIds(
      db,
      world,
      rows.flatMap((row) => row.against_id ?? []),
    ),
    reviewedListings(
      context,
      waiting.map(({ target_id }) => target_id),
    ),
    historyOf(db, affectedIds),
    pagesOf(
      context,
      looked.map(({ target_id }) => target_id),
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
      history: histories.find(({ account_id }) => account_id === row.affected_id),
      pages: looked.includes(row) ? (pages.get(row.target_id) ?? []) : [],
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
  history: HistoryRow | undefined
  pages: Parameters<typeof previewView>[1][]
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
      cover: coverView(context, row.cover_key),
      pages: parts.pages.map((page) => {
        const { src, srcset, width, height } = previewView(context.images, page)
        return { src, srcset, width, height }
      }),
    },
    affected: affectedView(row, parts),
    reports: reports.map(reportView),
    appeal:
      row.appeal_by === null || against === undefined
        ? null
        : { by: row.appeal_by, text: row.text ?? '', against: decisionView(against) },
    decision: decision === undefined ? null : decisionView(decision),
    listing: parts.listing === undefined ? null : listingView(context, parts.listing, row.said ?? ''),
    outcomes: mayDecide ? [...outcomesOf({ kind: row.kind, by: row.appeal_by })] : [],
    openedAt: row.opened_at.toISOString(),
    dueAt: row.decided_at === null ? dueAt(row).toISOString() : null,
  }
}

function affectedView(row: CaseRow, { history, strikeCount }: CaseParts): DeskCase['affected'] {
  return {
    ...{ id: row.affected_id, name: row.affected_name, strikes: strikeCount },
    since: (history?.since ?? row.opened_at).toISOString(),
    materials: history?.materials ?? 0,
    sales: history?.sales ?? 0,
    earlier: { decided: history?.decided ?? 0, removed: history?.removed ?? 0 },
  }
}

function dueAt({ kind, opened_at }: Pick<CaseRow, 'kind' | 'opened_at'>): Date {
  return new Date(opened_at.getTime() + deskDays[kind] * 86_400_000)
}

/** What waits at the desks of all worlds. */
export async function waitingCases({
  db,
}: Pick<Context, 'db'>): Promise<{ world: string; kind: CaseKind; count: number }[]> {
  return await openCaseCounts(db)
}
