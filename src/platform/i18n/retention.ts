import type { RetentionName, RetentionPeriod } from '#platform/rules/retention.ts'
import type { Translate } from './translate.ts'

/** What is kept, and why, in the words of a world. */
export const retentionTexts = (
  t: Translate,
): Readonly<Record<RetentionName, { what: string; why: string }>> => ({
  account: { what: t('info:retention.rows.account.what'), why: t('info:retention.rows.account.why') },
  closedAccount: {
    what: t('info:retention.rows.closedAccount.what'),
    why: t('info:retention.rows.closedAccount.why'),
  },
  orders: { what: t('info:retention.rows.orders.what'), why: t('info:retention.rows.orders.why') },
  sessions: { what: t('info:retention.rows.sessions.what'), why: t('info:retention.rows.sessions.why') },
  formDrafts: {
    what: t('info:retention.rows.formDrafts.what'),
    why: t('info:retention.rows.formDrafts.why'),
  },
  links: { what: t('info:retention.rows.links.what'), why: t('info:retention.rows.links.why') },
  mails: { what: t('info:retention.rows.mails.what'), why: t('info:retention.rows.mails.why') },
  lastMail: { what: t('info:retention.rows.lastMail.what'), why: t('info:retention.rows.lastMail.why') },
  notifications: {
    what: t('info:retention.rows.notifications.what'),
    why: t('info:retention.rows.notifications.why'),
  },
  freeDownloads: {
    what: t('info:retention.rows.freeDownloads.what'),
    why: t('info:retention.rows.freeDownloads.why'),
  },
  recommendations: {
    what: t('info:retention.rows.recommendations.what'),
    why: t('info:retention.rows.recommendations.why'),
  },
  newsletterAsked: {
    what: t('info:retention.rows.newsletterAsked.what'),
    why: t('info:retention.rows.newsletterAsked.why'),
  },
  newsletterLeft: {
    what: t('info:retention.rows.newsletterLeft.what'),
    why: t('info:retention.rows.newsletterLeft.why'),
  },
  carts: { what: t('info:retention.rows.carts.what'), why: t('info:retention.rows.carts.why') },
  lists: { what: t('info:retention.rows.lists.what'), why: t('info:retention.rows.lists.why') },
  exports: { what: t('info:retention.rows.exports.what'), why: t('info:retention.rows.exports.why') },
  repeatedCalls: {
    what: t('info:retention.rows.repeatedCalls.what'),
    why: t('info:retention.rows.repeatedCalls.why'),
  },
  adminAccess: {
    what: t('info:retention.rows.adminAccess.what'),
    why: t('info:retention.rows.adminAccess.why'),
  },
  traders: { what: t('info:retention.rows.traders.what'), why: t('info:retention.rows.traders.why') },
  tickets: { what: t('info:retention.rows.tickets.what'), why: t('info:retention.rows.tickets.why') },
  reports: { what: t('info:retention.rows.reports.what'), why: t('info:retention.rows.reports.why') },
  rooms: { what: t('info:retention.rows.rooms.what'), why: t('info:retention.rows.rooms.why') },
  courses: { what: t('info:retention.rows.courses.what'), why: t('info:retention.rows.courses.why') },
  aiResults: { what: t('info:retention.rows.aiResults.what'), why: t('info:retention.rows.aiResults.why') },
  aiDocuments: {
    what: t('info:retention.rows.aiDocuments.what'),
    why: t('info:retention.rows.aiDocuments.why'),
  },
  aiRuns: { what: t('info:retention.rows.aiRuns.what'), why: t('info:retention.rows.aiRuns.why') },
  giftCards: { what: t('info:retention.rows.giftCards.what'), why: t('info:retention.rows.giftCards.why') },
  consents: { what: t('info:retention.rows.consents.what'), why: t('info:retention.rows.consents.why') },
  events: { what: t('info:retention.rows.events.what'), why: t('info:retention.rows.events.why') },
})

/** How long something is kept, in the words of a world. */
export function retentionPeriod(t: Translate, period: RetentionPeriod): string {
  if (period === 'account') return t('info:retention.asLong')
  if (period === 'law') return t('info:retention.law')
  if (period === 'teacher') return t('info:retention.chosen')
  return t('info:retention.days', { count: period.days })
}
