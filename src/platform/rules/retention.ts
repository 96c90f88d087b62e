import {
  accountGraceDays,
  consentDays,
  exportDays,
  formDraftLimits,
  freeDownloadDays,
  idempotencyHours,
  newsletterLimits,
  notificationLimits,
  recommendationLinkDays,
  sessionDays,
  strangersCartDays,
  strangersListDays,
  ticketLimits,
  trackedEventDays,
} from '#platform/limits.ts'
import { courseLimits } from './exercise-limits.ts'

/** How long something is kept: days, or as long as the account, a law or the teacher of a room says. */
export type RetentionPeriod = { days: number } | 'account' | 'law' | 'teacher'

/** Copies of mails: long enough for questions about an order of the last school year. */
const mailDays = 365

/**
 * What is kept and how long, as the privacy page shows it; the retention job enforces the rows with days. In the order
 * in which people ask.
 */
export const retention = {
  account: { period: 'account' },
  closedAccount: { period: { days: accountGraceDays } },
  orders: { period: 'law' },
  sessions: { period: { days: sessionDays } },
  formDrafts: { period: { days: formDraftLimits.days } },
  links: { period: { days: 7 } },
  mails: { period: { days: mailDays } },
  lastMail: { period: { days: 7 } },
  notifications: { period: { days: notificationLimits.days } },
  freeDownloads: { period: { days: freeDownloadDays + 1 } },
  recommendations: { period: { days: recommendationLinkDays + 1 } },
  newsletterAsked: { period: { days: newsletterLimits.askedDays } },
  newsletterLeft: { period: { days: newsletterLimits.leftDays } },
  carts: { period: { days: strangersCartDays } },
  lists: { period: { days: strangersListDays } },
  exports: { period: { days: exportDays } },
  repeatedCalls: { period: { days: idempotencyHours / 24 } },
  adminAccess: { period: { days: 2 * 365 } },
  traders: { period: { days: 183 } },
  tickets: { period: { days: ticketLimits.keptDays } },
  reports: { period: { days: 3 * 365 } },
  rooms: { period: 'teacher' },
  courses: { period: { days: courseLimits.retentionDays } },
  aiResults: { period: { days: 1 } },
  aiDocuments: { period: { days: 30 } },
  aiRuns: { period: { days: 32 } },
  giftCards: { period: { days: 90 } },
  consents: { period: { days: consentDays } },
  events: { period: { days: trackedEventDays } },
} as const satisfies Record<string, { period: RetentionPeriod }>

export type RetentionName = keyof typeof retention
