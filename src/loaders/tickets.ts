import { type Context, memberOf } from '#platform/context/context.ts'
import { knownProblems } from '#shop/content/editorial/server/service.ts'
import { listOwn, ticketByLink } from '#shop/content/tickets/server/service.ts'
import { unlessOver } from './mail-links.ts'

/** What the contact form knows: where answers to a member go, and what does not work at the moment. */
export async function loadContact(context: Context) {
  return { email: memberOf(context)?.email, problems: knownProblems(context) }
}

/** A ticket by its link; undefined when the link is over. */
export async function loadTicket(context: Context, { token = '' }: Readonly<Record<string, string>>) {
  return await unlessOver(ticketByLink(context, token))
}

/** The member's own tickets of this world. */
export async function loadOwnTickets(context: Context) {
  return await listOwn(context)
}
