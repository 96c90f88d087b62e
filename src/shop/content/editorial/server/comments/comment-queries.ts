import type { Db } from '#platform/db/pool.ts'
import type { TextName } from '../../rules/contract.ts'

export interface CommentRow {
  id: number
  thread_id: number | null
  quote: string
  body: string
  made_at: Date
  resolved_at: Date | null
  /** Null: the account is gone. */
  maker: string | null
}

/** What was said about a text, in the order of saying. */
export async function textComments(db: Db, { world, kind, key }: TextName): Promise<CommentRow[]> {
  return await db
    .selectFrom('text_comment as c')
    .leftJoin('account as a', 'a.id', 'c.made_by')
    .select([
      'c.id',
      'c.thread_id',
      'c.quote',
      'c.body',
      'c.made_at',
      'c.resolved_at',
      'a.public_name as maker',
    ])
    .where('c.world', '=', world)
    .where('c.kind', '=', kind)
    .where('c.key', '=', key)
    .orderBy('c.id')
    .execute()
}

/** The first remark of a thread of a text. */
export async function textThread(
  db: Db,
  { world, kind, key }: TextName,
  id: number,
): Promise<{ id: number; quote: string } | undefined> {
  return await db
    .selectFrom('text_comment')
    .select(['id', 'quote'])
    .where('world', '=', world)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('id', '=', id)
    .where('thread_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertTextComment(
  db: Db,
  { world, kind, key }: TextName,
  given: { thread_id: number | null; quote: string; body: string; made_by: number },
): Promise<number> {
  const row = await db
    .insertInto('text_comment')
    .values({ world, kind, key, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Sets when a thread was done with; null: it goes on. */
export async function resolveThread(
  db: Db,
  { world, kind, key }: TextName,
  { id, at }: { id: number; at: Date | null },
): Promise<void> {
  await db
    .updateTable('text_comment')
    .set({ resolved_at: at })
    .where('world', '=', world)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('id', '=', id)
    .execute()
}
