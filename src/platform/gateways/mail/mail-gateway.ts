export interface OutgoingMail {
  to: string
  subject: string
  html: string
  text: string
  /** The same at every try of one mail, with its angle brackets. */
  messageId: string
  /** Where a mail program leaves this kind of mail by a POST without cookies or login (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

/** Hands one mail to the outside: SMTP when configured, else it stays readable in the outbox viewer. */
export interface MailGateway {
  readonly name: 'outbox' | 'smtp'
  /** Throws when the mail could not be handed over; the job retries. */
  send(mail: OutgoingMail): Promise<void>
  close(): Promise<void>
}

/** Whether the server of the address says that there is no such mailbox, or that it never takes this mail (RFC 5321, 4.2.1: 5yz). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA'
  return isOfRecipient && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}
