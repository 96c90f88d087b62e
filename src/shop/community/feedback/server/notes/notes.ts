import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { MailType } from '#platform/features/mail-type.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { maxNotes, noteLength, reviewPageSize } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { Note, NoteInput, NotePage, ReportInput } from '#platform/rules/contract/feedback.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { ownedIds } from '#shop/money/orders/server/service.ts'
import { findContact } from '#shop/people/identity/server/service.ts'
import { noteAnswered as answered, noteSent as sent } from '../events.ts'
import { noteAnswered, noteReceived } from '../mails.ts'
import { isAuthorOf } from '../policy.ts'
import { takeReport } from '../reports/reports.ts'
import { idBefore, storedText } from '../subject.ts'
import { findSubject } from '../subject-queries.ts'
import {
  countNotes,
  findNote,
  insertNote,
  type NoteRow,
  noteRows,
  notesAbout,
  setNoteReply,
} from './note-queries.ts'

/** What a page of the cabinet shows of them. */
const shownAtOnce = 50

/**
 * A buyer tells the author of a material something nobody else reads; the author gets a mail. The same words are sent
 * once.
 * @throws ProductError not_found, buyers_only, own_material, rate_limited, invalid_input
 */
export async function sendNote(context: Context, materialId: number, input: NoteInput): Promise<number> {
  const member = requireMember(context)
  const { accountId, publicName } = member
  const { db, world } = context
  const text = storedText(input.text, noteLength.min)
  const isOwned = (await ownedIds(context, [materialId])).length > 0
  return await transaction(db, async (tx) => {
    await lockUntilCommit(tx, `note ${accountId}`)
    const subject = await findSubject(tx, world, materialId)
    if (subject === undefined || (subject.status === 'draft' && !isOwned)) throw new ProductError('not_found')
    if (isAuthorOf(member, subject)) throw new ProductError('own_material')
    if (!isOwned) throw new ProductError('buyers_only')
    const [twin] = await notesAbout(tx, world, { accountId, materialIds: [materialId], limit: 1 })
    if (twin?.text === text && twin.kind === input.kind) return twin.id
    const { here, everywhere } = await countNotes(tx, world, { accountId, materialId })
    if (here >= maxNotes.perMaterialAndWeek || everywhere >= maxNotes.perDay)
      throw new ProductError('rate_limited')
    const authorId = subject.author_id
    const noteId = await insertNote(tx, world, { materialId, authorId, accountId, kind: input.kind, text })
    await mailTo(context, tx, {
      to: authorId,
      dedupeKey: `note-received:${world}:${noteId}`,
      mail: noteReceived,
      vars: (to) => ({
        ...{ publicName: to, writer: publicName, title: subject.title, note: text, kind: input.kind },
        url: absoluteUrl(context.env.siteUrl, noteAddress(context, noteId)),
      }),
    })
    await emit(context, tx, sent, { materialId, authorId, noteId })
    return noteId
  })
}

/** The author's answer, which only the buyer reads; the first one is mailed. @throws ProductError not_found */
export async function answerNote(context: Context, noteId: number, text: string): Promise<void> {
  const member = requireMember(context)
  const { db, world } = context
  const reply = storedText(text, 2)
  await transaction(db, async (tx) => {
    const note = await findNote(tx, world, noteId)
    if (note?.state !== 'shown' || !isAuthorOf(member, note)) throw new ProductError('not_found')
    await setNoteReply(tx, world, noteId, reply)
    if (note.reply !== null) return
    const { title, account_id: to } = note
    await mailTo(context, tx, {
      to,
      dedupeKey: `note-answered:${world}:${noteId}`,
      mail: noteAnswered,
      vars: (publicName) => ({
        ...{ publicName, title, note: note.text, answer: reply },
        url: absoluteUrl(context.env.siteUrl, boughtAddress(context, note.material_id)),
      }),
    })
    await emit(context, tx, answered, { materialId: note.material_id, noteId, buyerId: to })
  })
}

/** What the member was told as an author, or told authors, the newest first. @throws ProductError invalid_input */
export async function listNotes(
  context: Context,
  { box, cursor }: { box: 'received' | 'sent'; cursor?: string | undefined },
): Promise<NotePage> {
  const { accountId } = requireMember(context)
  const beforeId = idBefore('notes', cursor)
  const rows = await noteRows(context.db, context.world, {
    box,
    accountId,
    beforeId,
    limit: reviewPageSize + 1,
  })
  const shown = rows.slice(0, reviewPageSize)
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined
  return { notes: shown.map(noteView), nextCursor: last ? encodeCursor('notes', [last.id]) : null }
}

/** Notes to the member as an author: those without an answer first, then the newest. */
export async function receivedNotes(context: Context): Promise<NoteRow[]> {
  const seller = sellerOf(context)
  if (seller === undefined) return []
  const page = { box: 'received', accountId: seller.accountId, beforeId: Number.MAX_SAFE_INTEGER } as const
  const rows = await noteRows(context.db, context.world, { ...page, limit: shownAtOnce })
  return rows.toSorted((one, other) => Number(one.reply !== null) - Number(other.reply !== null))
}

/** The member's own notes about these materials, the newest first. */
export async function ownNotes(context: Context, materialIds: readonly number[]): Promise<Note[]> {
  const { accountId } = requireMember(context)
  const rows = await notesAbout(context.db, context.world, { accountId, materialIds, limit: shownAtOnce })
  return rows.map(noteView)
}

/** One of the two people of a note reports what the other wrote. @throws ProductError not_found, rate_limited */
export async function reportNote(
  context: Context,
  noteId: number,
  { reason, text }: Pick<ReportInput, 'reason' | 'text'>,
): Promise<void> {
  const member = requireMember(context)
  const { db, env, world } = context
  const own = await findContact(db, member.accountId)
  if (own === undefined) throw new ProductError('not_found')
  const input = { reason, text, name: own.public_name, email: own.email, goodFaith: true } as const
  await takeReport(context, { input }, async (tx) => {
    const note = await findNote(tx, world, noteId)
    if (note?.state !== 'shown') throw new ProductError('not_found')
    const isAuthor = isAuthorOf(member, note)
    if (!isAuthor && note.account_id !== member.accountId) throw new ProductError('not_found')
    const address = isAuthor ? noteAddress(context, noteId) : boughtAddress(context, note.material_id)
    return {
      target: { materialId: note.material_id, noteId },
      affectedId: isAuthor ? note.account_id : note.author_id,
      title: note.title,
      address: absoluteUrl(env.siteUrl, address),
    }
  })
}

function noteView(row: NoteRow): Note {
  return {
    id: row.id,
    materialId: row.material_id,
    title: row.title,
    writer: row.writer,
    kind: row.kind,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    reply: row.reply,
    repliedAt: row.replied_at?.toISOString() ?? null,
  }
}

function noteAddress({ world }: Context, noteId: number): string {
  return `${url('cabinet-sales', { world })}#note-${noteId}`
}

function boughtAddress({ world }: Context, materialId: number): string {
  return `${url('bought-materials', { world, query: { material: materialId } })}#notes-${materialId}`
}

async function mailTo<V extends object>(
  context: Context,
  tx: Db,
  order: { to: number; dedupeKey: string; mail: MailType<V>; vars: (publicName: string) => V },
): Promise<void> {
  const person = await findContact(tx, order.to)
  if (person === undefined) return
  const { env, queue, world } = context
  const { dedupeKey, mail } = order
  await queueMail(
    tx,
    { queue, env, world: liveWorldOr(person.world, world) },
    { mail, to: person.email, vars: order.vars(person.public_name), dedupeKey },
  )
}
