import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { TicketState } from '../rules/contract.ts'

export interface TicketRow {
  id: number
  world: string
  account_id: number | null
  email: string
  name: string
  topic: string
  subject: string
  state: TicketState
  assigned_to: number | null
  created_at: Date
  changed_at: Date
  /** Who of us looks after it. */
  assignee: string | null
}

export interface MessageRow {
  id: number
  is_answer: boolean
  body: string
  created_at: Date
  writer: string | null
}

const ticketRows = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .leftJoin('account as a', 'a.id', 't.assigned_to')
    .select(['t.id', 't.world', 't.account_id', 't.email', 't.name', 't.topic', 't.subject', 't.state'])
    .select(['t.assigned_to', 't.created_at', 't.changed_at', 'a.public_name as assignee'])

export async function insertTicket(
  tx: Db,
  world: LiveWorld,
  ticket: { accountId: number | null; email: string; name: string; topic: string; subject: string },
): Promise<number> {
  const { accountId, ...columns } = ticket
  const row = await tx
    .insertInto('ticket')
    .values({ world, account_id: accountId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertMessage(
  tx: Db,
  message: { ticketId: number; isAnswer: boolean; writtenBy: number | null; body: string },
): Promise<number> {
  const row = await tx
    .insertInto('ticket_message')
    .values({
      ticket_id: message.ticketId,
      is_answer: message.isAnswer,
      written_by: message.writtenBy,
      body: message.body,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findTicket(db: Db, world: LiveWorld, id: number): Promise<TicketRow | undefined> {
  return await ticketRows(db).where('t.world', '=', world).where('t.id', '=', id).executeTakeFirst()
}

/** The same, held until the transaction ends. */
export async function lockTicket(tx: Db, world: LiveWorld, id: number): Promise<TicketRow | undefined> {
  return await ticketRows(tx)
    .where('t.world', '=', world)
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirst()
}

export async function messagesOf(db: Db, ticketId: number): Promise<MessageRow[]> {
  return await db
    .selectFrom('ticket_message as m')
    .leftJoin('account as a', 'a.id', 'm.written_by')
    .select(['m.id', 'm.is_answer', 'm.body', 'm.created_at', 'a.public_name as writer'])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.id')
    .execute()
}

/** Tickets of a world in a state, those that wait longest first; `of`: of who asked, or who looks after them. */
export async function ticketList(
  db: Db,
  world: LiveWorld,
  { state, assignedTo, limit }: { state: TicketState; assignedTo: number | undefined; limit: number },
): Promise<TicketRow[]> {
  return await ticketRows(db)
    .where('t.world', '=', world)
    .where('t.state', '=', state)
    .$if(assignedTo !== undefined, (query) => query.where('t.assigned_to', '=', assignedTo ?? 0))
    .orderBy('t.changed_at', state === 'closed' ? 'desc' : 'asc')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

export async function ownTickets(
  db: Db,
  world: LiveWorld,
  accountId: number,
  limit: number,
): Promise<TicketRow[]> {
  return await ticketRows(db)
    .where('t.world', '=', world)
    .where('t.account_id', '=', accountId)
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
}

export async function changeTicket(
  tx: Db,
  id: number,
  change: { state?: TicketState; assigned_to?: number | null },
): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ ...change, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** How many are in each state. */
export async function stateCounts(db: Db, world: LiveWorld): Promise<{ state: string; count: number }[]> {
  return await db
    .selectFrom('ticket')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .where('world', '=', world)
    .groupBy('state')
    .execute()
}

/** How many wait for us, by world. */
export async function openCounts(db: Db): Promise<{ world: string; count: number }[]> {
  return await db
    .selectFrom('ticket')
    .select(['world', sql<number>`count(*)::integer`.as('count')])
    .where('state', '=', 'open')
    .groupBy('world')
    .execute()
}

export interface SavedAnswerRow {
  id: number
  title: string
  body: string
}

export async function savedAnswers(db: Db, world: LiveWorld): Promise<SavedAnswerRow[]> {
  return await db
    .selectFrom('saved_answer')
    .select(['id', 'title', 'body'])
    .where('world', '=', world)
    .orderBy('title')
    .execute()
}

/** Keeps an answer under its title: the same title is the same answer. */
export async function saveAnswer(
  db: Db,
  world: LiveWorld,
  answer: { title: string; body: string },
): Promise<void> {
  await db
    .insertInto('saved_answer')
    .values({ world, ...answer })
    .onConflict((conflict) => conflict.columns(['world', 'title']).doUpdateSet({ body: answer.body }))
    .execute()
}

/** False: there is none. */
export async function deleteAnswer(db: Db, world: LiveWorld, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_answer')
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
