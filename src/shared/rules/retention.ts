import {
  accountGraceDays,
  courseLimits,
  exportDays,
  freeDownloadDays,
  idempotencyHours,
  notificationLimits,
  recommendationLinkDays,
  sessionDays,
  strangersCartDays,
  strangersListDays,
} from '../limits.ts'

/** How long something is kept: days, or as long as the account, a law or the teacher of a room says. */
export type Kept = { days: number } | 'account' | 'law' | 'teacher'

/** Copies of mails: long enough for questions about an order of the last school year. */
const mailDays = 365

/**
 * What is kept and how long, as the privacy page shows it; the retention job enforces the rows with days. In the order
 * in which people ask.
 */
export const retention = {
  account: { kept: 'account' },
  closedAccount: { kept: { days: accountGraceDays } },
  orders: { kept: 'law' },
  sessions: { kept: { days: sessionDays } },
  links: { kept: { days: 7 } },
  mails: { kept: { days: mailDays } },
  lastMail: { kept: { days: 7 } },
  notifications: { kept: { days: notificationLimits.days } },
  freeDownloads: { kept: { days: freeDownloadDays + 1 } },
  recommendations: { kept: { days: recommendationLinkDays + 1 } },
  carts: { kept: { days: strangersCartDays } },
  lists: { kept: { days: strangersListDays } },
  exports: { kept: { days: exportDays } },
  repeatedCalls: { kept: { days: idempotencyHours / 24 } },
  adminAccess: { kept: { days: 2 * 365 } },
  traders: { kept: { days: 183 } },
  reports: { kept: { days: 3 * 365 } },
  rooms: { kept: 'teacher' },
  courses: { kept: { days: courseLimits.keptDays } },
  giftCards: { kept: { days: 90 } },
} as const satisfies Record<string, { kept: Kept }>

export type RetentionName = keyof typeof retention
