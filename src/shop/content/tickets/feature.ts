import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { ticketAnswered, ticketReceived } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldTickets } from './server/retention-queries.ts'

/** Letters to the help: asked by a form, answered in the console, read by a link or in the account. */
export const tickets = feature({
  name: 'tickets',
  actions: Object.values(actions),
  mails: [ticketReceived, ticketAnswered],
  tables: ['ticket', 'ticket_message', 'saved_answer'],
  personalData,
  retention: [removedBy('tickets', deleteOldTickets)],
})
