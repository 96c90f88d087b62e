import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { ticketLimits } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { type TicketTopic, ticketReference } from '../rules/contract.ts'
import { ticketReceived } from './mails.ts'
import {
  changeTicket,
  findTicket,
  insertMessage,
  insertTicket,
  lockTicket,
  type MessageRow,
  messagesOf,
  ownTickets,
  type TicketRow,
} from './queries.ts'

const purpose = 'ticket'

export interface Asked {
  email: string
  name: string
  topic: TicketTopic
  subject: string
  body: string
}

/**
 * Opens a ticket. A member's answers go to the address of the account; anybody else says where. The mail that confirms it holds the
 * link to it and nothing of what was written: its address may be a stranger's.
 * @throws ProductError invalid_input (email)
 */
export async function openTicket(context: Context, asked: Asked): Promise<{ reference: string }> {
  const { world } = context
  const member = memberOf(context)
  const email = member?.email ?? foldEmail(asked.email)
  if (email === undefined) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  const { topic, subject, body } = asked
  const name = asked.name || member?.publicName || ''
  return await transaction(context.db, async (tx) => {
    const id = await insertTicket(tx, world, {
      ...{ accountId: member?.accountId ?? null, email, name, topic, subject },
    })
    await insertMessage(tx, { ticketId: id, isAnswer: false, writtenBy: null, body })
    const reference = ticketReference({ world, id })
    await queueMail(tx, context, {
      mail: ticketReceived,
      to: email,
      vars: {
        reference,
        subject: member ? subject : reference,
        body,
        ticketUrl: ticketUrl(context, world, id),
      },
      dedupeKey: `ticket-received:${world}:${id}`,
    })
    return { reference }
  })
}

export interface TicketPage {
  ticket: TicketRow
  messages: MessageRow[]
  reference: string
}

/** A ticket by the link of a mail or of the account. @throws ProductError link_expired */
export async function ticketByLink(context: Context, token: string): Promise<TicketPage> {
  const { db, world } = context
  const ticket = await findTicket(db, world, idOf(context, token))
  if (ticket === undefined) throw new ProductError('link_expired')
  return { ticket, messages: await messagesOf(db, ticket.id), reference: ticketReference(ticket) }
}

/** Who asked writes once more: the ticket is open again, whatever it was. @throws ProductError link_expired */
export async function reply(context: Context, token: string, body: string): Promise<void> {
  await changeByLink(context, token, async (tx, { id }) => {
    await insertMessage(tx, { ticketId: id, isAnswer: false, writtenBy: null, body })
    await changeTicket(tx, id, { state: 'open' })
  })
}

/** Who asked needs no answer any more. @throws ProductError link_expired */
export async function closeByLink(context: Context, token: string): Promise<void> {
  await changeByLink(context, token, async (tx, { id }) => await changeTicket(tx, id, { state: 'closed' }))
}

/** The member's own tickets, the newest first, with their addresses. @throws ProductError unauthorized */
export async function listOwn(context: Context) {
  const { accountId } = requireMember(context)
  const rows = await ownTickets(context.db, context.world, accountId, ticketLimits.shown)
  return rows.map((ticket) => ({
    ...ticket,
    reference: ticketReference(ticket),
    url: url('ticket', { world: context.world, token: tokenOf(context, context.world, ticket.id) }),
  }))
}

/** The whole address of a ticket for who asked. */
export function ticketUrl({ env }: Pick<Context, 'env'>, world: LiveWorld, id: number): string {
  return absoluteUrl(env.siteUrl, url('ticket', { world, token: tokenOf({ env }, world, id) }))
}

function tokenOf({ env }: Pick<Context, 'env'>, world: LiveWorld, id: number): string {
  return linkToken(env, { purpose, world, id, days: ticketLimits.linkDays })
}

async function changeByLink(
  context: Context,
  token: string,
  change: (tx: Db, ticket: TicketRow) => Promise<void>,
): Promise<void> {
  const id = idOf(context, token)
  await transaction(context.db, async (tx) => {
    const ticket = await lockTicket(tx, context.world, id)
    if (ticket === undefined) throw new ProductError('link_expired')
    await change(tx, ticket)
  })
}

function idOf({ env, world }: Context, token: string): number {
  return readLinkToken(env, { purpose, world }, token)
}
