import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { unsubscribeLinkDays } from '#platform/limits.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import {
  consentedPartitions,
  type MailKind,
  type MailPartition,
  mailingPartitions,
  mailKindSchema,
  mailPartitions,
  personLinkSchema,
} from '../rules/contract.ts'
import { mailsChosen, personLinkUsed } from './events.ts'
import {
  deleteConsent,
  deleteOptouts,
  emailOf,
  findRecipient,
  insertConsent,
  insertOptouts,
  type MailChoices,
  mailChoices,
  optouts,
  recipientId,
} from './subscription-queries.ts'

/** Where a mail of a kind is left, and where every mailing is. */
export interface LeavingLinks {
  one: string
  mailing: string | undefined
}

/** A kind of mail and whether it comes. */
export interface MailSetting {
  partition: MailPartition
  isOn: boolean
}

/**
 * What a mail of this kind to this address must carry, or undefined when the address has left the kind: then there is
 * no mail.
 */
export async function leavingLinks(
  tx: Db,
  context: Pick<Context, 'world' | 'env'>,
  mail: { email: string; partition: MailPartition },
): Promise<LeavingLinks | undefined> {
  const { partition } = mail
  const { world, env } = context
  const id = await recipientId(tx, mail.email)
  if (!isOn(partition, await mailChoices(tx, id))) return undefined
  const token = (kind: MailKind) =>
    linkToken(env, { purpose: `unsubscribe:${kind}`, world, id, days: unsubscribeLinkDays })
  const one = url('unsubscribe', { world, partition, token: token(partition) })
  const mailing = mailingPartitions.includes(partition)
    ? url('mailing-unsubscribe', { world, token: token('mailing') })
    : undefined
  return {
    one: absoluteUrl(env.siteUrl, one),
    mailing: mailing && absoluteUrl(env.siteUrl, mailing),
  }
}

/**
 * Whether mails of the kind a link stands for still come.
 * @throws ProductError('link_expired') for a link that is not ours, not of this kind and world, or too old
 */
export async function linkState(
  context: Context,
  typedKind: string,
  token: string,
): Promise<{ kind: MailKind; isOn: boolean }> {
  const { kind, id } = readLink(context, typedKind, token)
  const choices = await mailChoices(context.db, id)
  return { kind, isOn: kind === 'mailing' ? !choices.left.includes(kind) : isOn(kind, choices) }
}

/**
 * Leaves a kind of mail, or an author, by the link of a mail, or takes it back. Needs no login; doing it twice changes
 * nothing. @throws ProductError('link_expired')
 */
export async function changeByLink(
  context: Context,
  link: { kind: string; token: string },
  wanted: boolean,
): Promise<string> {
  if (personLinkSchema.safeParse(link.kind).success) return await changePerson(context, link, wanted)
  const { kind, id } = readLink(context, link.kind, link.token)
  await transaction(context.db, async (tx) => {
    const email = await emailOf(tx, id)
    if (email === undefined) throw new ProductError('link_expired')
    await setWanted(tx, id, kind, wanted)
    await emit(context, tx, mailsChosen, { email, kind, isWanted: wanted })
  })
  return kind
}

async function changePerson(
  context: Context,
  { kind: partition, token }: { kind: string; token: string },
  isWanted: boolean,
): Promise<string> {
  const left = await transaction(context.db, (tx) =>
    emit(context, tx, personLinkUsed, { partition, token, isWanted }),
  )
  if (left.length === 0) throw new ProductError('link_expired')
  return partition
}

/** The member's own settings: the same rows the links of mails write. @throws ProductError('unauthorized') */
export async function mailSettings(context: Context): Promise<MailSetting[]> {
  const { email } = requireMember(context)
  const id = await findRecipient(context.db, email)
  const choices = id === undefined ? nothingSaid : await mailChoices(context.db, id)
  return mailPartitions.map((partition) => ({ partition, isOn: isOn(partition, choices) }))
}

/** @throws ProductError unauthorized; invalid_input for a kind there is not */
export async function changeMailSetting(
  context: Context,
  typedKind: string,
  wanted: boolean,
): Promise<MailSetting[]> {
  const { email } = requireMember(context)
  const kind = mailKindSchema.safeParse(typedKind)
  if (!kind.success) throw new ProductError('invalid_input', { fields: { partition: 'invalid' } })
  await transaction(context.db, async (tx) => {
    await setWanted(tx, await recipientId(tx, email), kind.data, wanted)
    await emit(context, tx, mailsChosen, { email, kind: kind.data, isWanted: wanted })
  })
  return await mailSettings(context)
}

/** Whether mails of a kind come to a member; for features that show a switch of their own. */
export async function getsMails(
  context: Pick<Context, 'db'>,
  email: string,
  partition: MailPartition,
): Promise<boolean> {
  const id = await findRecipient(context.db, email)
  return isOn(partition, id === undefined ? nothingSaid : await mailChoices(context.db, id))
}

/** A member asks for mails of a kind again by such a switch. Answers whether they had been left. */
export async function wantAgain(tx: Db, email: string, partition: MailPartition): Promise<boolean> {
  const id = await findRecipient(tx, email)
  if (id === undefined || isOn(partition, await mailChoices(tx, id))) return false
  await setWanted(tx, id, partition, true)
  return true
}

/** Somebody agreed to mails of a kind elsewhere than by a switch: by the link of a mail that asked for it. */
export async function agreeToMails(tx: Db, email: string, partition: MailPartition): Promise<void> {
  await setWanted(tx, await recipientId(tx, email), partition, true)
}

const nothingSaid: MailChoices = { left: [], asked: [] }

function isOn(partition: MailPartition, { left, asked }: MailChoices): boolean {
  if (consentedPartitions.includes(partition) && !asked.includes(partition)) return false
  const isMailing = mailingPartitions.includes(partition)
  return !left.includes(partition) && !(isMailing && left.includes('mailing'))
}

/** Who left all mailings and now wants one of them has still left the others. */
async function setWanted(tx: Db, id: number, kind: MailKind, wanted: boolean): Promise<void> {
  const needsConsent = kind !== 'mailing' && consentedPartitions.includes(kind)
  if (!wanted) {
    if (needsConsent) await deleteConsent(tx, id, kind)
    return await insertOptouts(tx, id, [kind])
  }
  if (needsConsent) await insertConsent(tx, id, kind)
  const isOneOfAll = kind !== 'mailing' && mailingPartitions.includes(kind)
  if (isOneOfAll && (await optouts(tx, id)).includes('mailing')) {
    await insertOptouts(tx, id, mailingPartitions)
    await deleteOptouts(tx, id, ['mailing'])
  }
  await deleteOptouts(tx, id, [kind])
}

function readLink(context: Context, typedKind: string, token: string): { kind: MailKind; id: number } {
  const kind = mailKindSchema.safeParse(typedKind)
  if (!kind.success) throw new ProductError('link_expired')
  const purpose = `unsubscribe:${kind.data}` as const
  return { kind: kind.data, id: readLinkToken(context.env, { purpose, world: context.world }, token) }
}
