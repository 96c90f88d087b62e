import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { MailType } from '#platform/features/mail-type.ts'
import { isRefusedForGood } from '#platform/gateways/mail/mail-gateway.ts'
import { countryName } from '#platform/i18n/format.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { attemptsOf } from '#platform/jobs/job.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { mailPartitions, oncePartitions } from '../rules/contract.ts'
import { mailHandedOver } from './events.ts'
import { sendMailJob } from './jobs.ts'
import {
  beginHandingOver,
  deleteMail,
  deleteMails,
  findMail,
  insertMail,
  lastMailTemplate,
  markMailAttempt,
  markMailFailed,
  markMailSent,
  sentKeys,
} from './queries.ts'
import { oneLine, renderMail } from './render.ts'
import { getsMails, type LeavingLinks, leavingLinks } from './subscriptions.ts'

export {
  agreeToMails,
  changeByLink,
  changeMailSetting,
  getsMails,
  linkState,
  type MailSetting,
  mailSettings,
  wantAgain,
} from './subscriptions.ts'

/** Which of these mails a mail server has taken; they are named by their events. */
export async function wentOut(db: Db, dedupeKeys: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await sentKeys(db, dedupeKeys))
}

export interface MailOrder<V extends object> {
  mail: MailType<V>
  to: string
  vars: V
  /** Names the event, for example `order-paid:de:17`: the same event never writes a second mail. */
  dedupeKey: string
}

/**
 * Writes a mail in the context's world and the job that sends it, both in the caller's transaction: no mail without
 * its event, no event without its mail. A mail of a kind that people can leave carries the links for it.
 * @returns false when this event has its mail already, or the address has left mails of this kind
 */
export async function queueMail<V extends object>(
  tx: Db,
  context: Pick<Context, 'world' | 'queue' | 'env'>,
  order: MailOrder<V>,
): Promise<boolean> {
  const { world } = context
  if (order.to !== oneLine(order.to) || /[\s,;<>]/.test(order.to)) throw new ProductError('server_error')
  const t = translator(world)
  const { name: template, partition } = order.mail
  const leaving = partition && (await leavingLinks(tx, context, { email: order.to, partition }))
  if (partition !== undefined && leaving === undefined) return false
  const content = order.mail.content(order.vars, t, world)
  const mailId = await insertMail(tx, {
    world,
    dedupeKey: order.dedupeKey,
    template,
    partition: partition ?? null,
    recipient: order.to,
    unsubscribeUrl: leaving?.one ?? null,
    ...renderMail(content, worldOf(world).lang, linksOf(t, leaving), senderOf(context.env, world)),
  })
  if (mailId === undefined) return false
  await context.queue.send(tx, sendMailJob, { mailId })
  return true
}

/**
 * The job `send_mail`: hands a queued mail to the gateway once, unless the address has left mails of its kind meanwhile.
 * When the process dies between handing over and noting it, the mail goes out again with the same Message-ID, which mail
 * servers and readers recognize. What was sent stays as a row without its words: recovery links and gift codes are read by
 * their recipient alone.
 */
export async function sendMail(deps: Deps, { mailId }: { mailId: number }): Promise<void> {
  const mail = await findMail(deps.db, mailId)
  if (mail === undefined || mail.status === 'sent') return
  // Between writing and sending lie days when a mail server is down.
  const partition = mailPartitions.find((each) => each === mail.partition)
  if (partition !== undefined && !(await getsMails(deps, mail.recipient, partition)))
    return await deleteMail(deps.db, mailId)
  // Of what nobody may get twice, one that a dead process was handing over stays unsent or came.
  const isOnce = partition !== undefined && oncePartitions.includes(partition)
  if (isOnce && !(await beginHandingOver(deps.db, mailId))) return await markMailFailed(deps.db, mailId)
  const { recipient, subject, html, text, unsubscribe_url } = mail
  const unsubscribeUrl = unsubscribe_url ?? undefined
  const keepsBody = deps.mail.name === 'outbox'
  const note = async (end: 'sent' | 'refused') =>
    await transaction(deps.db, async (tx) => {
      if (end === 'sent') await markMailSent(tx, mailId, { keepsBody })
      else await markMailFailed(tx, mailId)
      if (partition === undefined || !isOnce) return
      const event = { partition, dedupeKey: mail.dedupe_key, isRefused: end === 'refused' }
      await emit(strangerContext(deps, mail.world as LiveWorld), tx, mailHandedOver, event)
    })
  const messageId = `<mail-${mailId}-${mail.created_at.getTime()}@${new URL(deps.env.siteUrl).hostname}>`
  try {
    await deps.mail.send({ to: recipient, subject, html, text, messageId, unsubscribeUrl })
  } catch (error) {
    if (partition !== undefined && isRefusedForGood(error)) return await note('refused')
    await markMailAttempt(deps.db, mailId, attemptsOf(sendMailJob))
    throw error
  }
  // The farewell is the last trace of an address.
  if (!keepsBody && mail.template === lastMailTemplate) return await deleteMail(deps.db, mailId)
  await note('sent')
}

function linksOf(t: Translate, leaving: LeavingLinks | undefined): { text: string; href: string }[] {
  if (leaving === undefined) return []
  const one = { text: t('mail:leave.one'), href: leaving.one }
  return leaving.mailing === undefined
    ? [one]
    : [one, { text: t('mail:leave.mailing'), href: leaving.mailing }]
}

/** What a business letter names of its sender (§ 35a GmbHG and its like): all of it from COMPANY_*. */
function senderOf({ company }: Pick<Deps['env'], 'company'>, world: LiveWorldCode): string {
  const { name, street, postcode, city, country, phone, email, register, representative, vatId } = company
  const address = `${street}, ${postcode} ${city}, ${countryName(country, world)}`
  return [name, address, representative, register, vatId, phone, email].filter(Boolean).join(' · ')
}

/** Takes mails to others back out of the records, by their dedupe keys: they name somebody who is erased (GDPR 17). */
export async function forgetMails(tx: Db, dedupeKeys: readonly string[]): Promise<void> {
  await deleteMails(tx, dedupeKeys)
}
