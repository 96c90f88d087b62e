import { lazy } from '#platform/rules/lazy.ts'
import type { MailGateway } from './mail-gateway.ts'

/**
 * Mail through an SMTP server. `smtpUrl`: `smtps://user:password@host:465`, or `smtp://host:587`, which is upgraded
 * to TLS where the server offers it. `from`: `Aularium <no-reply@...>`.
 */
export function createSmtpMail({ smtpUrl, from }: { smtpUrl: string; from: string }): MailGateway {
  // Loaded with the first mail: it is as much code as the queue, and many a process sends none.
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url: smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 15_000,
        greetingTimeout: 15_000,
        socketTimeout: 60_000,
        // Bodies come from our own templates; nothing in them may make the server read a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from, headers: { 'Auto-Submitted': 'auto-generated' } },
    )
  })
  const state = { isUsed: false }
  return {
    name: 'smtp',
    async send({ unsubscribeUrl, ...mail }) {
      const headers = unsubscribeUrl === undefined ? {} : leavingHeaders(unsubscribeUrl)
      state.isUsed = true
      await (await transport()).sendMail({ ...mail, headers })
    },
    async close() {
      if (state.isUsed) (await transport()).close()
    },
  }
}

/** What shows the button "unsubscribe" in mail programs. The server's DKIM signature must cover both. */
function leavingHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
