export { listAnswers, listTickets, ticketAtDesk, waitingTickets } from './answering.ts'
export { listOwn, type TicketPage, ticketByLink } from './asking.ts'
