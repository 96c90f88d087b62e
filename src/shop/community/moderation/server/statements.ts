import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { appealDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { DecisionInput } from '#platform/rules/contract/moderation.ts'
import { type LiveWorldCode, liveWorldOr } from '#platform/rules/contract/world.ts'
import type { ShareBack } from '#shop/money/orders/server/service.ts'
import { type CaseReportRow, type CaseRow, findCase, findReport, reportsOf } from './case-queries.ts'
import { contactOf, type DecisionRow } from './decision-queries.ts'
import { appealDecided, contentRemoved, reportDecided } from './mails.ts'

interface Decided {
  found: CaseRow
  given: DecisionInput
  /** Of the decision. */
  id: number
  reports: readonly CaseReportRow[]
  against: DecisionRow | undefined
  /** What the author got back of the refunds of a takedown that was wrong. */
  sharesBack: readonly ShareBack[]
}

/** How a decision is called in letters. */
export function decisionNumber(world: string, id: number): string {
  return `${world.toUpperCase()}-M-${id}`
}

/** The statement of reasons to whose content it is, and the word to everybody who reported or complained. */
export async function queueDecisionMails(context: Context, tx: Db, decided: Decided): Promise<void> {
  const { found, given } = decided
  if (given.outcome === 'removed') await mailAffected(context, tx, decided)
  if (found.kind === 'report')
    for (const report of decided.reports) await mailNotifier(context, tx, decided, report)
  else await mailAppealSides(context, tx, decided)
}

async function mailAffected(context: Context, tx: Db, decided: Decided): Promise<void> {
  const { found, given, id } = decided
  const { env, world } = context
  const person = await contactOf(tx, found.affected_id)
  if (person === undefined) return
  await queueMail(
    tx,
    { ...context, world: liveWorldOr(person.world, world) },
    {
      mail: contentRemoved,
      to: person.email,
      vars: {
        ...reasonsOf(context, decided),
        publicName: person.public_name,
        isReported: found.kind === 'report',
        isStrike: given.isStrike,
        refundsBuyers: found.target_kind === 'material' && given.category === 'copyright',
        appealUrl: appealUrl(context, linkToken(env, { purpose: 'appeal', world, id, days: appealDays })),
      },
      dedupeKey: `content-removed:${world}:${id}`,
    },
  )
}

async function mailNotifier(
  context: Context,
  tx: Db,
  decided: Decided,
  { id: reportId, email }: CaseReportRow,
): Promise<void> {
  const { env, world } = context
  const isRemoved = decided.given.outcome === 'removed'
  const token = linkToken(env, { purpose: 'appeal-notice', world, id: reportId, days: appealDays })
  await queueMail(tx, context, {
    mail: reportDecided,
    to: email,
    vars: {
      ...reasonsOf(context, decided),
      isRemoved,
      appealUrl: isRemoved ? undefined : appealUrl(context, token),
    },
    dedupeKey: `report-decided:${world}:${reportId}`,
  })
}

/** Who complained, and the other side when something changes for them. */
async function mailAppealSides(context: Context, tx: Db, decided: Decided): Promise<void> {
  const { found, given, id, against, sharesBack } = decided
  const { world } = context
  const { outcome } = given
  if (found.email === null) return
  if (outcome !== 'restored' && outcome !== 'confirmed' && outcome !== 'removed') return
  const author = await contactOf(tx, found.affected_id)
  const byAuthor = found.appeal_by === 'author'
  const heard = new Map<string, LiveWorldCode>([
    [found.email, byAuthor && author ? liveWorldOr(author.world, world) : world],
  ])
  if (byAuthor && outcome === 'restored' && against !== undefined)
    for (const { email } of await reportersOf(tx, world, against))
      if (!heard.has(email)) heard.set(email, world)
  for (const [to, home] of heard)
    await queueMail(
      tx,
      { ...context, world: home },
      {
        mail: appealDecided,
        to,
        // Money and strikes are the author's own matter: whoever reported reads nothing of them.
        vars: {
          ...{ ...reasonsOf(context, decided), outcome },
          sharesBack: to === author?.email ? sharesBack : [],
          isStrikeGone: to === author?.email && outcome === 'restored' && against?.is_strike === true,
        },
        dedupeKey: `appeal-decided:${world}:${id}:${to}`,
      },
    )
}

/** Who reported what a decision was about; after a complaint of who reported, that person alone. */
async function reportersOf(tx: Db, world: string, against: DecisionRow): Promise<readonly CaseReportRow[]> {
  const reports = await reportsOf(tx, world, [against.case_id])
  if (reports.length > 0) return reports
  const reportId = (await findCase(tx, world, against.case_id))?.report_id ?? null
  const report = reportId === null ? undefined : await findReport(tx, world, reportId)
  return report === undefined ? [] : [report]
}

function reasonsOf({ world }: Context, { found, given, id }: Decided) {
  const { category, ground, rule, facts } = given
  return { category, ground, rule, facts, title: found.title ?? '–', number: decisionNumber(world, id) }
}

/** Where a decision is complained about. */
export function appealUrl({ env, world }: Context, token: string): string {
  return absoluteUrl(env.siteUrl, url('appeal', { world, token }))
}
