import { event } from '#platform/events/event.ts'

/**
 * The link of a mail that is not about a kind of mail but about somebody (`author-17`). Who knows the link answers true, or
 * throws link_expired.
 */
export const personLinkUsed = event<{ partition: string; token: string; isWanted: boolean }, true>(
  'mail.person-link-used',
)
