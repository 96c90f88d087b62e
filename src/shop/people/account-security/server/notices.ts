import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { deviceName } from '../rules/device-name.ts'
import { type SecurityEvent, securityNotice } from './mails.ts'

/** Whose account it is. */
export interface Owner {
  email: string
  publicName: string
}

/** Writes the owner of an account what changed about its safety, in the transaction that changes it. */
export async function tellOwner(
  context: Context,
  tx: Db,
  owner: Owner,
  event: SecurityEvent,
  /** Names the occasion where one mail about it is enough. */
  occasion: string = randomUUID(),
): Promise<void> {
  const { world } = context
  await queueMail(tx, context, {
    mail: securityNotice,
    to: owner.email,
    vars: {
      publicName: owner.publicName,
      event,
      at: formatDate(new Date(), world, 'dateTime'),
      device: deviceWords(context.userAgent),
      recoverUrl: absoluteUrl(context.env.siteUrl, url('forgot-password', { world })),
    },
    dedupeKey: `security:${event}:${occasion}`,
  })
}

/** `Firefox, Windows`; undefined when neither is known. */
export function deviceWords(userAgent: string | null | undefined): string | undefined {
  const { browser, system } = deviceName(userAgent)
  const words = [browser, system].filter((word) => word !== undefined)
  return words.length > 0 ? words.join(', ') : undefined
}
