import type { Env } from '#platform/env/env.ts'
import type { MailGateway } from './mail-gateway.ts'
import { createOutboxMail } from './outbox.ts'
import { createSmtpMail } from './smtp.ts'

/** SMTP when SMTP_URL is set, else the outbox. */
export function createMailGateway(env: Pick<Env, 'smtpUrl' | 'mailFrom'>): MailGateway {
  if (env.smtpUrl === undefined) return createOutboxMail()
  return createSmtpMail({ smtpUrl: env.smtpUrl, from: env.mailFrom })
}
