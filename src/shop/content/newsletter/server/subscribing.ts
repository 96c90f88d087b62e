import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { factsOf } from '#platform/http/access/authorize.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { takeAllowance } from '#platform/http/visitor/client.ts'
import { newsletterLimits, newsletterTextVersion } from '#platform/limits.ts'
import type { MailKind, MailPartition } from '#platform/mail/rules/contract.ts'
import { agreeToMails, getsMails, queueMail } from '#platform/mail/server/service.ts'
import { may } from '#platform/permissions.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { countLetterMail } from './letter-queries.ts'
import { confirmNewsletter } from './mails.ts'
import {
  ask,
  comeBack,
  confirm,
  findSubscription,
  leave,
  markBounced,
  subscribeConfirmed,
} from './queries.ts'

const purpose = 'newsletter-confirm'
const { confirmDays, restMinutes } = newsletterLimits
const textVersion = newsletterTextVersion

/**
 * Asks an address whether it wants the newsletter of this world: nothing else is sent there before the link of that mail was used.
 * The answer is the same whoever is known.
 * @throws ProductError invalid_input (email), rate_limited
 */
export async function signUp(context: Context, typed: string): Promise<void> {
  const email = foldEmail(typed)
  if (email === undefined) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  await takeAllowance(context, 'newsletter')
  await transaction(context.db, async (tx) => await askFor(context, tx, email))
}

/** Whether the address of a link is subscribed. @throws ProductError link_expired */
export async function confirmation(
  context: Context,
  token: string,
): Promise<{ email: string; isConfirmed: boolean }> {
  const row = await findSubscription(context.db, context.world, idOf(context, token))
  if (row === undefined) throw new ProductError('link_expired')
  const isConfirmed = row.confirmed_at !== null && row.left_at === null && row.bounced_at === null
  return { email: row.email, isConfirmed }
}

/** Subscribes the address of a link; twice changes nothing. @throws ProductError link_expired */
export async function confirmSignUp(context: Context, token: string): Promise<void> {
  const { email, isConfirmed } = await confirmation(context, token)
  if (isConfirmed) return
  await transaction(context.db, async (tx) => {
    await confirm(tx, context.world, idOf(context, token))
    await agreeToMails(tx, email, 'newsletter')
  })
}

/** Subscribes a member whose address is known to be theirs: no mail has to ask. @throws ProductError unauthorized */
export async function join(context: Context): Promise<void> {
  const { email } = requireMember(context)
  await transaction(context.db, async (tx) => {
    await subscribeConfirmed(tx, context.world, { email, textVersion })
    await agreeToMails(tx, email, 'newsletter')
  })
}

/** Follows what somebody said by the link of a letter, or by the switch of their account. */
export async function followChoice(
  context: Context,
  { email, kind, isWanted }: { email: string; kind: MailKind; isWanted: boolean },
  tx: Db,
): Promise<void> {
  if (kind !== 'newsletter' && kind !== 'mailing') return
  if (!isWanted) return await leave(tx, email)
  if (!(await getsMails({ db: tx }, email, 'newsletter'))) return
  const again = await comeBack(tx, email)
  const member = memberOf(context)
  if (again > 0 || kind === 'mailing' || member?.email !== email) return
  if (may(factsOf(context), 'newsletter.join'))
    await subscribeConfirmed(tx, context.world, { email, textVersion })
  else await askFor(context, tx, email)
}

/** Counts what became of a letter's mail; an address that is none gets no more letters. */
export async function countHandedOver(
  _context: Context,
  { partition, dedupeKey, isRefused }: { partition: MailPartition; dedupeKey: string; isRefused: boolean },
  tx: Db,
): Promise<void> {
  const [, letterId, subscriptionId] = /^newsletter:(\d+):(\d+)$/.exec(dedupeKey) ?? []
  if (partition !== 'newsletter' || letterId === undefined) return
  await countLetterMail(tx, Number(letterId), isRefused ? 'bounced' : 'sent')
  if (isRefused) await markBounced(tx, Number(subscriptionId))
}

async function askFor(context: Context, tx: Db, email: string): Promise<void> {
  const { env, world } = context
  const id = await ask(tx, world, { email, textVersion, restMinutes })
  if (id === undefined) return
  const token = linkToken(env, { purpose, world, id, days: confirmDays })
  await queueMail(tx, context, {
    mail: confirmNewsletter,
    to: email,
    vars: {
      email,
      confirmUrl: absoluteUrl(env.siteUrl, url('newsletter-confirm', { world, token })),
      days: confirmDays,
    },
    dedupeKey: `newsletter-confirm:${world}:${id}:${Date.now()}`,
  })
}

function idOf({ env, world }: Context, token: string): number {
  return readLinkToken(env, { purpose, world }, token)
}
