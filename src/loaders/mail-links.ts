import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { personLinkSchema } from '#platform/mail/rules/contract.ts'
import { linkState } from '#platform/mail/server/service.ts'
import { freeMaterialPage } from '#shop/buying/free-downloads/server/service.ts'
import { ratingPage } from '#shop/community/feedback/server/service.ts'
import { followLinkState } from '#shop/community/follow/server/service.ts'
import { confirmation } from '#shop/content/newsletter/server/service.ts'
import { invitationPage, recommendationPage } from '#shop/people/colleagues/server/service.ts'

type Params = Readonly<Record<string, string>>

/** What a mail's link leaves and whether it still comes; undefined when the link is over. Looking changes nothing. */
export async function loadUnsubscribe(context: Context, { partition = 'mailing', token = '' }: Params) {
  if (personLinkSchema.safeParse(partition).success)
    return await unlessOver(followLinkState(context, partition, token))
  return await unlessOver(linkState(context, partition, token))
}

/** What a buyer may rate by the link of a mail; undefined when the link is over. */
export async function loadRating(context: Context, { token = '' }: Params) {
  return await unlessOver(ratingPage(context, token))
}

/** What the link of a free material gives; undefined when it is over. */
export async function loadFreeMaterial(context: Context, { token = '' }: Params) {
  return await unlessOver(freeMaterialPage(context, token))
}

/** Whose address the link of the newsletter's question is; undefined when it is over. */
export async function loadNewsletterConfirmation(context: Context, { token = '' }: Params) {
  return await unlessOver(confirmation(context, token))
}

/** What a colleague recommends; undefined when the link is over. */
export async function loadRecommendation(context: Context, { token = '' }: Params) {
  return await unlessOver(recommendationPage(context, token))
}

/** Who invites, and the member's own invitation. */
export async function loadInvitation(context: Context, { code }: Params) {
  return await invitationPage(context, code)
}

/** Undefined for a link that is forged, of something else, used or too old: the page says so and what to do next. */
export async function unlessOver<T>(needed: Promise<T>): Promise<T | undefined> {
  try {
    return await needed
  } catch (error) {
    if (error instanceof ProductError && error.code === 'link_expired') return undefined
    throw error
  }
}
