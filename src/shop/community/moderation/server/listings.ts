import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { translator } from '#platform/i18n/translate.ts'
import { appealDays, moderationTextLength } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { Decision, ListingDecision } from '#platform/rules/contract/moderation.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { setListingTrust } from '#shop/selling/authors/server/service.ts'
import { settleListing } from '#shop/selling/materials/server/service.ts'
import { type CaseRow, endCase, findCase, lockCase } from './case-queries.ts'
import { contactOf, findDecision, insertDecision } from './decision-queries.ts'
import { listingDecided } from './mails.ts'
import { isImpartial } from './policy.ts'
import { appealUrl, decisionNumber } from './statements.ts'
import { decisionView } from './view.ts'

/**
 * Decides a listing that waits: what becomes of it, the log and the mail to its author are one transaction.
 * @throws ProductError not_found, conflict (decided already, or no longer complete), forbidden (not impartial), invalid_input
 */
export async function decideListing(
  context: Context,
  caseId: number,
  input: ListingDecision,
): Promise<{ decision: Decision }> {
  const { db, world } = context
  const given = { ...input, text: cleanText(input.text) }
  if (given.outcome !== 'published' && given.text.length < moderationTextLength.min)
    throw new ProductError('invalid_input', { fields: { text: 'too_short' } })
  const id = await transaction(db, async (tx) => {
    await lockCase(tx, world, caseId)
    const found = await findCase(tx, world, caseId)
    if (found === undefined || found.kind !== 'listing') throw new ProductError('not_found')
    if (found.decided_at !== null) throw new ProductError('conflict')
    return await decideWithin(context, tx, found, given)
  })
  const decision = await findDecision(db, world, id)
  if (decision === undefined) throw new ProductError('conflict')
  return { decision: decisionView(decision) }
}

async function decideWithin(
  context: Context,
  tx: Db,
  found: CaseRow,
  { outcome, text, trust }: ListingDecision,
): Promise<number> {
  const { world } = context
  const member = requireMember(context)
  const affectedId = found.affected_id
  if (!isImpartial(member, { affectedId, reporterIds: [], decidedBefore: undefined }))
    throw new ProductError('forbidden')
  await settleListing(context, tx, { materialId: found.target_id, state: outcome, note: text })
  if (trust && outcome === 'published') await setListingTrust(tx, affectedId, 'trusted')
  const id = await insertDecision(tx, world, {
    ...{ caseId: found.id, outcome, category: 'other', ground: 'terms', facts: text },
    rule: translator(world)('moderation:listing.rule'),
    ...{ isStrike: false, isPause: false, affectedId, decidedBy: member.accountId },
    // What an appeal gives back.
    was: outcome === 'rejected' ? (found.state === 'draft' ? 'proposed' : found.state) : null,
  })
  await endCase(tx, world, found.id)
  await mailAuthor(context, tx, { found, id, outcome, text })
  return id
}

async function mailAuthor(
  context: Context,
  tx: Db,
  { found, id, outcome, text }: { found: CaseRow; id: number } & Pick<ListingDecision, 'outcome' | 'text'>,
): Promise<void> {
  const { env, world } = context
  const person = await contactOf(tx, found.affected_id)
  // Who was public all the time, and stays it, need not be told.
  if (person === undefined || (outcome === 'published' && found.state !== 'draft')) return
  const materialId = found.target_id
  const page =
    outcome === 'published'
      ? url('material', { world, id: materialId, slug: found.slug ?? '-' })
      : url('edit-material', { world, materialId })
  const token = linkToken(env, { purpose: 'appeal', world, id, days: appealDays })
  await queueMail(
    tx,
    { ...context, world: liveWorldOr(person.world, world) },
    {
      mail: listingDecided,
      to: person.email,
      vars: {
        ...{ publicName: person.public_name, title: found.title ?? '–', outcome, text },
        number: decisionNumber(world, id),
        url: absoluteUrl(env.siteUrl, page),
        appealUrl: outcome === 'rejected' ? appealUrl(context, token) : undefined,
      },
      dedupeKey: `listing-decided:${world}:${id}`,
    },
  )
}
