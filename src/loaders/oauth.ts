import type { Context } from '#platform/context/context.ts'
import { type Consent, consentFor } from '#shop/people/oauth/server/service.ts'
import { linkToConfirm } from '#shop/people/social/server/service.ts'

/** What a program asks for, or where the visitor goes at once. */
export async function loadAuthorize(context: Context, query: URLSearchParams): Promise<Consent> {
  return await consentFor(context, query)
}

/** Which accounts the link of a mail connects; undefined when it is over. */
export async function loadSocialLink(context: Context, { token = '' }: Readonly<Record<string, string>>) {
  return await linkToConfirm(context, token)
}
