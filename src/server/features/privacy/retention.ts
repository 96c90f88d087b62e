import { type RetentionName, retention } from '#shared/rules/retention.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { deleteOldPasses } from '../courses/service.ts'
import { deleteOldLoginAs } from '../login-as/service.ts'
import { deleteOldExports } from './queries.ts'
import {
  deleteLastMails,
  deleteOldLists,
  deleteOldMails,
  deleteOldReports,
  deleteOldTraders,
  emptyOldGiftLetters,
} from './retention-queries.ts'

type Removal = (deps: Pick<Deps, 'db' | 'storage'>, days: number) => Promise<number>

const rows =
  (remove: (db: Db, days: number) => Promise<number>): Removal =>
  ({ db }, days) =>
    remove(db, days)

/** Who enforces each row of the table: a function here, or the job that says so of itself. */
const enforced: Readonly<Record<RetentionName, Removal | { by: string }>> = {
  account: { by: 'its owner' },
  closedAccount: { by: 'erase_accounts' },
  orders: { by: 'law' },
  sessions: { by: 'clean_sessions' },
  links: { by: 'clean_sessions' },
  mails: rows(deleteOldMails),
  lastMail: rows(deleteLastMails),
  notifications: { by: 'clean_notifications' },
  freeDownloads: { by: 'clean_mail_links' },
  recommendations: { by: 'clean_recommendations' },
  carts: { by: 'clean_carts' },
  lists: rows(deleteOldLists),
  exports: removeExports,
  repeatedCalls: { by: 'clean_idempotency_keys' },
  adminAccess: rows(deleteOldLoginAs),
  traders: rows(deleteOldTraders),
  reports: rows(deleteOldReports),
  rooms: { by: 'purge_rooms' },
  courses: rows(deleteOldPasses),
  giftCards: rows(emptyOldGiftLetters),
}

/** The nightly job: removes what has been kept as long as the privacy page says. Safe to run again. */
export async function enforceRetention(deps: Pick<Deps, 'db' | 'storage' | 'log'>): Promise<void> {
  const removed: Record<string, number> = {}
  for (const [name, removal] of Object.entries(enforced) as [RetentionName, Removal | { by: string }][]) {
    const { period } = retention[name]
    if (typeof removal === 'function' && typeof period === 'object')
      removed[name] = await removal(deps, period.days)
  }
  deps.log.info(removed, 'kept long enough and removed')
}

async function removeExports({ db, storage }: Pick<Deps, 'db' | 'storage'>, days: number): Promise<number> {
  const keys = await deleteOldExports(db, days)
  for (const key of keys) await storage.delete(key)
  return keys.length
}
