import { cleanIdempotencyKeys } from '../api/idempotency.ts'
import type { Deps } from '../context.ts'
import { cleanRecommendations } from '../features/colleagues/recommending.ts'
import { mailRatingRequests } from '../features/feedback/rating-mail.ts'
import { cleanFreeDownloads } from '../features/free-downloads/service.ts'
import { cleanSessions } from '../features/identity/service.ts'
import { sendMail } from '../features/mail/service.ts'
import { deleteFiles } from '../features/materials/files.ts'
import { makePreviews } from '../features/materials/previews.ts'
import { expireOrders } from '../features/orders/settlement.ts'
import { mailSavedSearches } from '../features/saved-searches/daily-mail.ts'
import { announcePages } from '../features/seo/announce.ts'
import { sendSandboxWebhook } from '../gateways/payments/sandbox-page.ts'
import { relayOutbox } from './outbox.ts'
import type { JobMap, JobName } from './queue.ts'

/** One job: who does it and, for the ones that come by themselves, when (cron, UTC). */
export interface JobRow<N extends JobName> {
  /** Must be safe to run twice: a job that died half way comes back. */
  handle: (deps: Deps, data: JobMap[N]) => Promise<void>
  cron?: string
}

/** Every job of the house with its handler. */
export const jobTable: { [N in JobName]: JobRow<N> } = {
  send_mail: { handle: sendMail },
  make_previews: { handle: makePreviews },
  sandbox_webhook: { handle: sendSandboxWebhook },
  delete_files: { handle: deleteFiles },
  relay_outbox: { handle: relayOutbox, cron: '* * * * *' },
  expire_orders: { handle: expireOrders, cron: '7 * * * *' },
  clean_idempotency_keys: { handle: cleanIdempotencyKeys, cron: '41 3 * * *' },
  mail_saved_searches: { handle: mailSavedSearches, cron: '19 14 * * *' },
  mail_rating_requests: { handle: mailRatingRequests, cron: '41 14 * * *' },
  announce_pages: { handle: announcePages },
  clean_mail_links: {
    async handle(deps) {
      await cleanFreeDownloads(deps)
      await cleanRecommendations(deps)
    },
    cron: '53 3 * * *',
  },
  clean_sessions: { handle: cleanSessions, cron: '23 3 * * *' },
}
