import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { ticketLimits } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { type TicketChange, type TicketState, ticketReference, ticketStates } from '../rules/contract.ts'
import { ticketUrl } from './asking.ts'
import { ticketAnswered } from './mails.ts'
import {
  changeTicket,
  deleteAnswer,
  findTicket,
  insertMessage,
  lockTicket,
  messagesOf,
  openCounts,
  saveAnswer,
  savedAnswers,
  stateCounts,
  type TicketRow,
  ticketList,
} from './queries.ts'

/** Tickets of this world in a state, all of them or those this person looks after. @throws ProductError unauthorized */
export async function listTickets(
  context: Context,
  { state, isOwn }: { state: TicketState; isOwn: boolean },
) {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const assignedTo = isOwn ? accountId : undefined
  const [rows, counted] = await Promise.all([
    ticketList(db, world, { state, assignedTo, limit: ticketLimits.shown }),
    stateCounts(db, world),
  ])
  const counts = Object.fromEntries(
    ticketStates.map((each) => [each, counted.find((row) => row.state === each)?.count ?? 0]),
  ) as Record<TicketState, number>
  return { tickets: rows.map((ticket) => ({ ...ticket, reference: ticketReference(ticket) })), counts }
}

/** A ticket for who answers it. @throws ProductError unauthorized, not_found */
export async function ticketAtDesk(context: Context, id: number) {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const ticket = await findTicket(db, world, id)
  if (ticket === undefined) throw new ProductError('not_found')
  const [messages, answers] = await Promise.all([messagesOf(db, id), savedAnswers(db, world)])
  const isMine = ticket.assigned_to === accountId
  return { ticket, messages, answers, reference: ticketReference(ticket), isMine }
}

/**
 * Answers a ticket: by mail, and in its thread. Who answers looks after it from then on, where nobody did.
 * @throws ProductError unauthorized, not_found
 */
export async function answerTicket(context: Context, id: number, body: string): Promise<void> {
  const { accountId } = requireMember(context)
  await change(context, id, async (tx, ticket) => {
    const messageId = await insertMessage(tx, { ticketId: id, isAnswer: true, writtenBy: accountId, body })
    await changeTicket(tx, id, { state: 'answered', assigned_to: ticket.assigned_to ?? accountId })
    const reference = ticketReference(ticket)
    await queueMail(tx, context, {
      mail: ticketAnswered,
      to: ticket.email,
      vars: { reference, subject: ticket.subject, body, ticketUrl: ticketUrl(context, context.world, id) },
      dedupeKey: `ticket-answered:${context.world}:${messageId}`,
    })
  })
}

/** Takes a ticket, hands it back, sets it aside, closes or opens it. @throws ProductError unauthorized, not_found */
export async function changeAtDesk(context: Context, id: number, what: TicketChange): Promise<void> {
  const { accountId } = requireMember(context)
  const changes = {
    take: { assigned_to: accountId },
    release: { assigned_to: null },
    wait: { state: 'waiting' },
    close: { state: 'closed' },
    reopen: { state: 'open' },
  } as const
  await change(context, id, async (tx) => await changeTicket(tx, id, changes[what]))
}

/** The answers that are given often in this world. */
export async function listAnswers(context: Context) {
  return await savedAnswers(context.db, context.world)
}

/** Keeps an answer; one of the same title is replaced. */
export async function keepAnswer(context: Context, answer: { title: string; body: string }): Promise<void> {
  await saveAnswer(context.db, context.world, answer)
}

/** @throws ProductError not_found */
export async function dropAnswer(context: Context, id: number): Promise<void> {
  if (!(await deleteAnswer(context.db, context.world, id))) throw new ProductError('not_found')
}

/** How many tickets wait for us, by world. */
export async function waitingTickets({ db }: Pick<Deps, 'db'>): Promise<{ world: string; count: number }[]> {
  return await openCounts(db)
}

async function change(
  context: Context,
  id: number,
  run: (tx: Db, ticket: TicketRow) => Promise<void>,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const ticket = await lockTicket(tx, context.world, id)
    if (ticket === undefined) throw new ProductError('not_found')
    await run(tx, ticket)
  })
}
