import type { Logger } from 'pino'
import type { MailGateway } from './mail-gateway.ts'

/** The default without SMTP: the row in table `mail` is the mail, and the viewer at /outbox shows it. */
export function createOutboxMail(log: Logger): MailGateway {
  return {
    name: 'outbox',
    async send(mail) {
      log.info({ messageId: mail.messageId }, 'mail kept in the outbox, see /outbox')
    },
    async close() {},
  }
}
