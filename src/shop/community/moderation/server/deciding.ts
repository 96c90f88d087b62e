import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { moderationRuleLength, moderationTextLength, strikes } from '#platform/limits.ts'
import type { Decision, DecisionInput } from '#platform/rules/contract/moderation.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { closeReports } from '#shop/community/feedback/server/service.ts'
import { giveShareBack, type ShareBack } from '#shop/money/orders/server/service.ts'
import { pausePublishing, setListingTrust } from '#shop/selling/authors/server/service.ts'
import { outcomesOf, pauseAfter } from '../rules/moderation.ts'
import { type CaseRow, endCase, findCase, lockCase, reportsOf } from './case-queries.ts'
import { strikesSince } from './cases.ts'
import { type DecisionRow, findDecision, insertDecision, strikesOf } from './decision-queries.ts'
import { applyOutcome } from './effects.ts'
import { refundTakedownJob } from './jobs.ts'
import { isImpartial } from './policy.ts'
import { queueDecisionMails } from './statements.ts'
import { decisionView } from './view.ts'

/**
 * Decides a case: what it does to the thing, the log, the strikes, the mails to both sides and the buyers' money are one
 * transaction. @throws ProductError not_found, conflict (decided already), forbidden (not impartial), invalid_input
 */
export async function decideCase(
  context: Context,
  caseId: number,
  input: DecisionInput,
): Promise<{ decision: Decision }> {
  const { db, world } = context
  const given = { ...input, ...cleanWords(input) }
  const id = await transaction(db, async (tx) => {
    const about = await findCase(tx, world, caseId)
    if (about === undefined) throw new ProductError('not_found')
    // Two decisions about one account count each other's strikes.
    await lockUntilCommit(tx, `moderation ${about.affected_id}`)
    await lockCase(tx, world, caseId)
    const found = await findCase(tx, world, caseId)
    if (found === undefined || found.decided_at !== null) throw new ProductError('conflict')
    return await decideWithin(context, tx, found, given)
  })
  const decision = await findDecision(db, world, id)
  if (decision === undefined) throw new ProductError('conflict')
  return { decision: decisionView(decision) }
}

async function decideWithin(context: Context, tx: Db, found: CaseRow, given: DecisionInput): Promise<number> {
  const { world } = context
  const member = requireMember(context)
  const reports = await reportsOf(tx, world, [found.id])
  const against = found.against_id === null ? undefined : await findDecision(tx, world, found.against_id)
  const parties = {
    affectedId: found.affected_id,
    reporterIds: reports.map((report) => report.account_id),
    decidedBefore: against?.decided_by,
  }
  if (!isImpartial(member, parties)) throw new ProductError('forbidden')
  // Listings have words of their own: listings.ts.
  if (found.kind === 'listing') throw new ProductError('not_found')
  if (!outcomesOf({ kind: found.kind, by: found.appeal_by }).includes(given.outcome))
    throw new ProductError('invalid_input', { fields: { outcome: 'invalid' } })
  const was = await applyOutcome(context, tx, { found, outcome: given.outcome, was: against?.was ?? null })
  const isStrike = given.isStrike && given.outcome === 'removed'
  const isPause = isStrike && (await countStrikes(tx, found.affected_id)) + 1 >= strikes.count
  const id = await insertDecision(tx, world, {
    ...given,
    ...{
      caseId: found.id,
      isStrike,
      isPause,
      was,
      affectedId: found.affected_id,
      decidedBy: member.accountId,
    },
  })
  await endCase(tx, world, found.id)
  const status = given.outcome === 'removed' ? 'upheld' : 'rejected'
  if (found.kind === 'report') await closeReports(tx, world, { caseId: found.id, status })
  await settleStrikes(tx, found.affected_id)
  await settleTrust(tx, found, given.outcome)
  const sharesBack = await settleMoney(context, tx, {
    found,
    given,
    against,
    id,
    decidedBy: member.accountId,
  })
  await queueDecisionMails(context, tx, {
    ...{ found, given: { ...given, isStrike }, id, reports, against, sharesBack },
  })
  return id
}

async function countStrikes(tx: Db, accountId: number): Promise<number> {
  return (await strikesOf(tx, [accountId], strikesSince())).length
}

/** Closes or opens publishing, as the strikes that stand now say. */
async function settleStrikes(tx: Db, accountId: number): Promise<void> {
  const struck = await strikesOf(tx, [accountId], strikesSince())
  await pausePublishing(tx, accountId, pauseAfter(struck.map((each) => each.decided_at)) ?? null)
}

/** Whose things had to go publishes new ones by way of the desk, until an appeal is won or the desk trusts them. */
async function settleTrust(
  tx: Db,
  { affected_id }: CaseRow,
  outcome: DecisionInput['outcome'],
): Promise<void> {
  if (outcome === 'removed') await setListingTrust(tx, affected_id, 'reviewed')
  if (outcome === 'restored') await setListingTrust(tx, affected_id, null)
}

/**
 * Who bought what infringed a copyright gets the money back; when that was a mistake, the author gets the share back.
 * @returns what the author got back
 */
async function settleMoney(
  context: Context,
  tx: Db,
  about: {
    found: CaseRow
    given: DecisionInput
    against: DecisionRow | undefined
    id: number
    decidedBy: number
  },
): Promise<ShareBack[]> {
  const { found, given, against, id, decidedBy } = about
  const { world, queue } = context
  if (found.target_kind !== 'material') return []
  const materialId = found.target_id
  if (given.outcome === 'removed' && given.category === 'copyright')
    await queue.send(tx, refundTakedownJob, {
      ...{ world, materialId, requestedBy: decidedBy, decisionId: id },
    })
  return given.outcome === 'restored' && against !== undefined
    ? await giveShareBack(tx, world, { takedownId: against.id, authorId: found.affected_id })
    : []
}

function cleanWords({ rule, facts }: DecisionInput): Pick<DecisionInput, 'rule' | 'facts'> {
  const words = { rule: cleanText(rule), facts: cleanText(facts) }
  if (words.rule.length < moderationRuleLength.min)
    throw new ProductError('invalid_input', { fields: { rule: 'too_short' } })
  if (words.facts.length < moderationTextLength.min)
    throw new ProductError('invalid_input', { fields: { facts: 'too_short' } })
  return words
}
