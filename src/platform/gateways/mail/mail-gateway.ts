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
