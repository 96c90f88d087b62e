import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { readLinkToken } from '#platform/http/access/link-token.ts'
import { takeAllowance } from '#platform/http/visitor/client.ts'
import { moderationTextLength } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import type { AppealSide } from '#platform/rules/contract/moderation.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { appealable } from '../rules/moderation.ts'
import { type CaseRow, findCase, findReport, insertAppeal } from './case-queries.ts'
import { contactOf, type DecisionRow, decisionsOf, findDecision, hasAppealed } from './decision-queries.ts'
import { appealReceived } from './mails.ts'
import { decisionNumber } from './statements.ts'
import { decisionView } from './view.ts'

interface Opened {
  by: AppealSide
  decision: DecisionRow
  about: CaseRow
  reportId: number | null
  email: string
}

/** What the link of a decision's mail shows. @throws ProductError link_expired */
export async function appealPage(context: Context, token: string) {
  const { decision, about, reportId } = await openLink(context, token)
  return {
    decision: decisionView(decision),
    title: about.title ?? '–',
    number: decisionNumber(context.world, decision.id),
    hasAppealed: await hasAppealed(context.db, context.world, { againstId: decision.id, reportId }),
  }
}

/**
 * A complaint about a decision, from the side it went against (Digital Services Act, article 20): once, confirmed by mail,
 * decided by somebody else than before. A second time changes nothing. @throws ProductError link_expired, invalid_input
 */
export async function fileAppeal(
  context: Context,
  { token, text }: { token: string; text: string },
): Promise<void> {
  const { db, world } = context
  const clean = cleanText(text)
  if (clean.length < moderationTextLength.min)
    throw new ProductError('invalid_input', { fields: { text: 'too_short' } })
  const { by, decision, about, reportId, email } = await openLink(context, token)
  await takeAllowance(context, 'appeal')
  await transaction(db, async (tx) => {
    const appeal = { againstId: decision.id, by, reportId, email, text: clean }
    const caseId = await insertAppeal(tx, world, appeal)
    if (caseId === undefined) return
    const number = decisionNumber(world, decision.id)
    await queueMail(tx, context, {
      mail: appealReceived,
      to: email,
      vars: { title: about.title ?? '–', number },
      dedupeKey: `appeal-received:${world}:${caseId}`,
    })
  })
}

async function openLink(context: Context, token: string): Promise<Opened> {
  const opened = (await openForAuthor(context, token)) ?? (await openForNotifier(context, token))
  if (opened === undefined || appealable(opened.decision.outcome) !== opened.by)
    throw new ProductError('link_expired')
  return opened
}

async function openForAuthor(context: Context, token: string): Promise<Opened | undefined> {
  const { db, world } = context
  const id = numberOf(context, 'appeal', token)
  const decision = id === undefined ? undefined : await findDecision(db, world, id)
  const about = decision && (await findCase(db, world, decision.case_id))
  const person = decision && (await contactOf(db, decision.affected_id))
  if (!decision || !about || !person) return undefined
  return { by: 'author', decision, about, reportId: null, email: person.email }
}

async function openForNotifier(context: Context, token: string): Promise<Opened | undefined> {
  const { db, world } = context
  const id = numberOf(context, 'appeal-notice', token)
  const report = id === undefined ? undefined : await findReport(db, world, id)
  const [decision] = report === undefined ? [] : await decisionsOf(db, world, [report.case_id])
  const about = decision && (await findCase(db, world, decision.case_id))
  if (!report || !decision || !about) return undefined
  return { by: 'notifier', decision, about, reportId: report.id, email: report.email }
}

/** The links of both sides look alike. */
function numberOf(
  { env, world }: Context,
  purpose: 'appeal' | 'appeal-notice',
  token: string,
): number | undefined {
  try {
    return readLinkToken(env, { purpose, world }, token)
  } catch (error) {
    if (isProductError(error) && error.code === 'link_expired') return undefined
    throw error
  }
}
