import { event } from '#platform/events/event.ts'
import type { MailKind, MailPartition } from '../rules/contract.ts'

/**
 * The link of a mail that is not about a kind of mail but about somebody (`author-17`). Who knows the link answers true, or
 * throws link_expired.
 */
export const personLinkUsed = event<{ partition: string; token: string; isWanted: boolean }, true>(
  'mail.person-link-used',
)

/** Somebody said by a link or a switch whether mails of a kind shall come (`mailing`: every mailing). */
export const mailsChosen = event<{ email: string; kind: MailKind; isWanted: boolean }>('mail.chosen')

/** A mail that nobody may get twice went out, or the server of its address refused it for good. */
export const mailHandedOver = event<{ partition: MailPartition; dedupeKey: string; isRefused: boolean }>(
  'mail.handed-over',
)
