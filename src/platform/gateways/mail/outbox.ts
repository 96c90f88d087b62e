import type { MailGateway } from './mail-gateway.ts'

/** The default without SMTP: the row in table `mail` is the mail, and the viewer at /outbox shows it. */
export function createOutboxMail(): MailGateway {
  return {
    name: 'outbox',
    async send() {},
    async close() {},
  }
}
