import { job } from '#platform/jobs/job.ts'
import type { PaymentStatus } from './payment-provider.ts'

/** The sandbox tells the shop how a payment went, as a foreign provider would. */
export const sandboxWebhookJob = job<{ reference: string; status: PaymentStatus; eventId: string }>(
  'sandbox_webhook',
  { concurrency: 8, batch: 8, retryLimit: 10, retryDelay: 2, retryDelayMax: 3600, expireInSeconds: 60 },
)
