import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { ticketStates } from '#shop/content/tickets/rules/contract.ts'
import { listAnswers, listTickets, ticketAtDesk } from '#shop/content/tickets/server/service.ts'

/** Tickets in a state, all of them or those of this person; those that wait for us where nothing is said. */
export async function loadTickets(context: Context, query: URLSearchParams) {
  const state = ticketStates.find((each) => each === query.get('state')) ?? 'open'
  const isOwn = query.get('own') === '1'
  return { state, isOwn, ...(await listTickets(context, { state, isOwn })) }
}

/** A ticket at the desk, with the saved answer that was chosen. @throws ProductError not_found */
export async function loadDeskTicket(
  context: Context,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) {
  const id = readId(params.id ?? null)
  if (id === undefined) throw new ProductError('not_found')
  const page = await ticketAtDesk(context, id)
  const answerId = readId(query.get('answer'))
  return { ...page, chosen: page.answers.find((each) => each.id === answerId)?.body }
}

/** The saved answers of this world. */
export async function loadSavedAnswers(context: Context) {
  return await listAnswers(context)
}
