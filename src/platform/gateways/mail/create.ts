import type { Env } from '#platform/env/env.ts'
import type { MailGateway } from './mail-gateway.ts'
import { createSmtpMail } from './smtp.ts'

/** SMTP when SMTP_URL is set, else the outbox. */
export function createMailGateway(env: Pick<Env, 'smtpUrl' | 'mailFrom'>): MailGateway {
  if (env.smtpUrl === undefined) return createOutboxMail()
  return createSmtpMail({ smtpUrl: env.smtpUrl, from: env.mailFrom })
}

/** The default without SMTP: the row in table `mail` is the mail, and the viewer at /outbox shows it. */
function createOutboxMail(): MailGateway {
  return {
    name: 'outbox',
    async send() {},
    async close() {},
  }
}
