import { mailType } from '#platform/features/mail-type.ts'

interface TicketVars {
  reference: string
  subject: string
  body: string
  ticketUrl: string
}

/** The number finds all mails of one thread. */
const subjectOf = ({ reference, subject }: TicketVars) => `[${reference}] ${subject}`

/** To who asked: also to an address anybody can type. */
export const ticketReceived = mailType<TicketVars>('ticket-received', {
  content: (vars, t) => ({
    subject: subjectOf(vars),
    heading: t('mail:ticket.receivedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('mail:ticket.received', { reference: vars.reference }) },
      { kind: 'rows', rows: [[t('tickets:form.subject'), vars.subject]] },
      { kind: 'button', text: t('mail:ticket.button'), href: vars.ticketUrl },
      { kind: 'note', text: t('mail:ticket.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** An answer of ours. */
export const ticketAnswered = mailType<TicketVars>('ticket-answered', {
  content: (vars, t) => ({
    subject: subjectOf(vars),
    heading: t('mail:ticket.answeredHeading'),
    blocks: [
      ...vars.body
        .split(/\n\s*\n/)
        .filter((text) => text.trim() !== '')
        .map((text) => ({ kind: 'paragraph' as const, text: text.trim() })),
      { kind: 'button', text: t('mail:ticket.replyButton'), href: vars.ticketUrl },
      { kind: 'note', text: t('mail:ticket.noReply') },
    ],
    footer: t('mail:footer'),
  }),
})
