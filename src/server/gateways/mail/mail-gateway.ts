export interface OutgoingMail {
  to: string
  subject: string
  html: string
  text: string
}

/** Hands one mail to the outside: SMTP when configured, else it stays readable in the outbox viewer. */
export interface MailGateway {
  /** Throws when the mail could not be handed over; the job retries. */
  send(mail: OutgoingMail): Promise<void>
}
