import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import type { Identity } from '#platform/gateways/identity/identity-provider.ts'
import { providerNames } from '#platform/i18n/social-providers.ts'
import { translator } from '#platform/i18n/translate.ts'
import { socialLinkHours } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { SocialProvider } from '#platform/rules/contract/user.ts'
import {
  foldEmail,
  givenName,
  isToken,
  type Login,
  logInAs,
  openProvenAccount,
  openUnknownAccount,
} from '#shop/people/identity/server/service.ts'
import { socialLinkMail } from './mails.ts'
import { accountOfIdentity, findLink, insertIdentity, insertLink, takeLink } from './queries.ts'

/** One mail to one address in this time, however often it is asked for. */
const mailWindowMs = 5 * 60_000

export interface SocialLogin {
  platform?: string | undefined
  next?: string | undefined
  isRefreshed?: boolean | undefined
}

/**
 * Logs in who an account elsewhere belongs to. It is known by the party's own name for it, never by its e-mail. The first
 * time, somebody whose mailbox the party vouches for, and whom nobody here knows, gets an account at once. In every other
 * case the owner of the mailbox decides by a link: an account elsewhere with somebody's address must not open theirs.
 * @throws ProductError social_failed, social_no_email, email_not_confirmed when a mail with that link is on its way
 */
export async function logInFromElsewhere(
  context: Context,
  provider: SocialProvider,
  identity: Identity,
  how: SocialLogin,
): Promise<Login> {
  const elsewhere = { provider, subject: identity.subject }
  const opened = { grantType: provider === 'apple' ? 'apple_id' : provider, ...how }
  const known = await accountOfIdentity(context.db, elsewhere)
  if (known !== undefined) return await logInAs(context, known, opened)
  const email = identity.email === undefined ? undefined : foldEmail(identity.email)
  if (email === undefined) throw new ProductError('social_no_email')
  const publicName = nameOf(context, identity)
  if (identity.isEmailVerified) {
    const accountId = await transaction(context.db, async (tx) => {
      const fresh = await openUnknownAccount(context, tx, { email, publicName, source: provider })
      if (fresh !== undefined) await insertIdentity(tx, fresh, elsewhere)
      return fresh
    })
    if (accountId !== undefined) return await logInAs(context, accountId, opened)
  }
  await askOwner(context, { ...elsewhere, email, publicName })
  throw new ProductError('email_not_confirmed')
}

/** Whether the operator has an account at this party. */
export function isOffered({ identityProviders }: Context, provider: SocialProvider): boolean {
  return identityProviders.has(provider)
}

/** The same with a token that an app of ours brings. */
export async function logInWithToken(
  context: Context,
  provider: SocialProvider,
  { token, nonce, ...how }: SocialLogin & { token: string | undefined; nonce: string | undefined },
): Promise<Login> {
  const party = context.identityProviders.get(provider)
  if (party === undefined) throw new ProductError('not_found')
  if (!token) {
    const field = provider === 'facebook' ? 'facebook_access_token' : 'id_token'
    throw new ProductError('invalid_input', { fields: { [field]: 'required' } })
  }
  return await logInFromElsewhere(context, provider, await party.verify(token, nonce), how)
}

async function askOwner(
  context: Context,
  link: { provider: SocialProvider; subject: string; email: string; publicName: string },
): Promise<void> {
  const { world } = context
  const token = newToken()
  const tokenHash = hashToken(token)
  await transaction(context.db, async (tx) => {
    const isNew = await queueMail(tx, context, {
      mail: socialLinkMail,
      to: link.email,
      vars: {
        publicName: link.publicName,
        provider: providerNames[link.provider],
        confirmUrl: absoluteUrl(context.env.siteUrl, url('social-confirm', { world, token })),
        hours: socialLinkHours,
      },
      dedupeKey: `social-link:${link.provider}:${hashToken(link.subject + link.email)
        .toString('base64url')
        .slice(0, 22)}:${Math.floor(Date.now() / mailWindowMs)}`,
    })
    if (isNew) await insertLink(tx, { ...link, tokenHash, world, hours: socialLinkHours })
  })
}

/**
 * The owner of the mailbox says yes: the account elsewhere opens theirs from now on, which is opened if there is none.
 * @returns the account's id @throws ProductError('link_expired') for unknown, used or expired links
 */
export async function confirmLink(context: Context, token: string): Promise<number> {
  if (!isToken(token)) throw new ProductError('link_expired')
  return await transaction(context.db, async (tx) => {
    const taken = await takeLink(tx, hashToken(token))
    if (taken === undefined) throw new ProductError('link_expired')
    const { email, public_name: publicName, provider } = taken
    const accountId = await openProvenAccount(context, tx, { email, publicName, source: provider })
    await insertIdentity(tx, accountId, taken)
    return accountId
  })
}

/** What the page of a link shows; undefined when the link is good for nothing. */
export async function linkToConfirm(
  context: Context,
  token: string,
): Promise<{ provider: string; email: string } | undefined> {
  const link = isToken(token) ? await findLink(context.db, hashToken(token)) : undefined
  return link && { provider: providerNames[link.provider], email: link.email }
}

/** A name that may stand under what one writes; the party's, or the word for a teacher. */
function nameOf({ world }: Context, { name = '' }: Identity): string {
  return givenName(name) ?? translator(world)('signup:unnamed')
}
