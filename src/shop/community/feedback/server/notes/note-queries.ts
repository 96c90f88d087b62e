import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { NoteKind } from '#platform/rules/contract/feedback.ts'
import type { WordsState } from '../states.ts'

export interface NoteRow {
  id: number
  material_id: number
  author_id: number
  account_id: number
  /** Who wrote it. */
  writer: string
  kind: NoteKind
  text: string
  reply: string | null
  replied_at: Date | null
  state: WordsState
  created_at: Date
  title: string
  slug: string
}

function notes(db: Db, world: string) {
  return db
    .selectFrom('material_note as n')
    .innerJoin('account', 'account.id', 'n.account_id')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'n.world').onRef('m.id', '=', 'n.material_id'),
    )
    .select(['n.id', 'n.material_id', 'n.author_id', 'n.account_id', 'account.public_name as writer'])
    .select(['n.kind', 'n.text', 'n.reply', 'n.replied_at', 'n.state', 'n.created_at', 'm.title', 'm.slug'])
    .where('n.world', '=', world)
}

/** Notes to an author, or of a buyer, below an id, the newest first. */
export async function noteRows(
  db: Db,
  world: string,
  page: { box: 'received' | 'sent'; accountId: number; beforeId: number; limit: number },
): Promise<NoteRow[]> {
  return await notes(db, world)
    .where(page.box === 'received' ? 'n.author_id' : 'n.account_id', '=', page.accountId)
    .where('n.state', '=', 'shown')
    .where('n.id', '<', page.beforeId)
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .execute()
}

/** A buyer's own notes about these materials, the newest first. */
export async function notesAbout(
  db: Db,
  world: string,
  { accountId, materialIds, limit }: { accountId: number; materialIds: readonly number[]; limit: number },
): Promise<NoteRow[]> {
  if (materialIds.length === 0) return []
  return await notes(db, world)
    .where('n.account_id', '=', accountId)
    .where('n.material_id', 'in', [...materialIds])
    .where('n.state', '=', 'shown')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
}

/** One note, held for the rest of the transaction. */
export async function findNote(db: Db, world: string, noteId: number): Promise<NoteRow | undefined> {
  return await notes(db, world).where('n.id', '=', noteId).forUpdate('n').executeTakeFirst()
}

/** How many notes a member wrote: about this material within a week, and about all of them within a day. */
export async function countNotes(
  db: Db,
  world: string,
  { accountId, materialId }: { accountId: number; materialId: number },
): Promise<{ here: number; everywhere: number }> {
  const { rows } = await sql<{ here: number; everywhere: number }>`
    select (count(*) filter (where world = ${world} and material_id = ${materialId}))::int as here,
      (count(*) filter (where created_at > now() - interval '1 day'))::int as everywhere
    from material_note where account_id = ${accountId} and created_at > now() - interval '7 days'`.execute(db)
  return rows[0] ?? { here: 0, everywhere: 0 }
}

export async function insertNote(
  db: Db,
  world: string,
  note: { materialId: number; authorId: number; accountId: number; kind: NoteKind; text: string },
): Promise<number> {
  const row = await db
    .insertInto('material_note')
    .values({
      world,
      material_id: note.materialId,
      author_id: note.authorId,
      account_id: note.accountId,
      kind: note.kind,
      text: note.text,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setNoteReply(db: Db, world: string, noteId: number, reply: string): Promise<void> {
  await db
    .updateTable('material_note')
    .set({ reply, replied_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', noteId)
    .execute()
}

/** Shows a private note or takes it away, as moderation has decided. */
export async function setNoteState(db: Db, world: string, id: number, state: WordsState): Promise<void> {
  await db
    .updateTable('material_note')
    .set({ state })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}
