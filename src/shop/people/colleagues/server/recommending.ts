import type { Context, Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { maxRecommendationsPerDay, recommendationLinkDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { hasLink, withoutLinks } from '#platform/rules/text/no-links.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import type { RecommendInput } from '../rules/contract.ts'
import { materialRecommended } from './mails.ts'
import {
  countSentToday,
  deleteOldRecommendations,
  findRecommendation,
  insertRecommendation,
} from './queries.ts'

const purpose = 'recommendation'

/**
 * Sends a colleague the link to a material with a few own words. The colleague hears of one material from one member
 * once, and not at all after leaving such mails; the sender is not told which. The address stands in the mail alone.
 * @throws ProductError unauthorized; not_found (not public); invalid_input (email; message:
 * links); rate_limited
 */
export async function recommendMaterial(
  context: Context,
  materialId: number,
  input: RecommendInput,
): Promise<void> {
  const { env, world } = context
  const member = requireMember(context)
  const email = foldEmail(input.email)
  if (email === undefined || email === member.email)
    throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  const message = cleanText(input.message)
  if (hasLink(message)) throw new ProductError('invalid_input', { fields: { message: 'invalid' } })
  const [material] = await cardsByIds(context, [materialId])
  if (material === undefined) throw new ProductError('not_found')
  await transaction(context.db, async (tx) => {
    const sent = await countSentToday(tx, member.accountId)
    if (sent >= maxRecommendationsPerDay) throw new ProductError('rate_limited')
    const id = await insertRecommendation(tx, world, { materialId, accountId: member.accountId, message })
    const token = linkToken(env, { purpose, world, id, days: recommendationLinkDays })
    await queueMail(tx, context, {
      mail: materialRecommended,
      to: email,
      vars: {
        sender: withoutLinks(member.publicName),
        title: withoutLinks(material.title),
        message: withoutLinks(message),
        materialUrl: absoluteUrl(env.siteUrl, url('recommendation-token', { world, token })),
      },
      dedupeKey: `material-recommended:${world}:${member.accountId}:${materialId}:${email}`,
    })
  })
}

export interface RecommendationPage {
  sender: string
  message: string
  material: MaterialCard
}

/** What a colleague's link shows. @throws ProductError('link_expired'), also when sender or material are gone */
export async function recommendationPage(context: Context, token: string): Promise<RecommendationPage> {
  const { db, env, world } = context
  const row = await findRecommendation(db, world, readLinkToken(env, { purpose, world }, token))
  const [material] = row ? await cardsByIds(context, [row.material_id]) : []
  if (row === undefined || material === undefined) throw new ProductError('link_expired')
  return { sender: row.sender, message: withoutLinks(row.message), material }
}

/** Part of the nightly job `clean_mail_links`. */
export async function cleanRecommendations(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldRecommendations(deps.db, recommendationLinkDays + 1)
}
