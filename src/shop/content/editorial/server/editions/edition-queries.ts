import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { TextName } from '../../rules/contract.ts'

export interface EditionRow {
  world: string
  kind: string
  key: string
  draft: string | null
  version: number
  edited_at: Date
  published: string | null
  published_at: Date | null
  withdrawn_at: Date | null
  publish_at: Date | null
  review_asked_at: Date | null
  review_asked_by: number | null
  archived_at: Date | null
  /** Stands for it in a link. */
  number: number
  former_slugs: string[]
  /** Who wrote last. */
  editor: string | null
}

/** What stands over the texts of the release, in all worlds. */
export async function publicEditions(db: Db): Promise<
  (Pick<EditionRow, 'world' | 'kind' | 'key' | 'published' | 'withdrawn_at' | 'former_slugs'> & {
    announced: string | null
  })[]
> {
  return await db
    .selectFrom('text_edition')
    .select([
      ...(['world', 'kind', 'key', 'published', 'withdrawn_at', 'former_slugs'] as const),
      sql<string | null>`case when kind = 'info' and publish_at is not null then draft end`.as('announced'),
    ])
    .where((where) =>
      where.or([
        where('published', 'is not', null),
        where('withdrawn_at', 'is not', null),
        sql<boolean>`former_slugs <> '{}'`,
        sql<boolean>`kind = 'info' and publish_at is not null`,
      ]),
    )
    .execute()
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('text_edition as e')
    .leftJoin('account as a', 'a.id', 'e.edited_by')
    .select([
      'e.world',
      'e.kind',
      'e.key',
      'e.draft',
      'e.version',
      'e.edited_at',
      'e.published',
      'e.published_at',
      'e.withdrawn_at',
      'e.publish_at',
      'e.review_asked_at',
      'e.review_asked_by',
      'e.archived_at',
      'e.number',
      'e.former_slugs',
      'a.public_name as editor',
    ])

/** The editions of one text, in every world. */
export async function editionRows(
  db: Db,
  of: { kind: TextName['kind']; key: string },
): Promise<EditionRow[]> {
  return await rowsOf(db).where('e.kind', '=', of.kind).where('e.key', '=', of.key).execute()
}

/** The editions of every text of a world. */
export async function worldEditions(db: Db, world: string): Promise<EditionRow[]> {
  return await rowsOf(db).where('e.world', '=', world).execute()
}

/** What a list needs of an edition: not its words. */
export interface ListedRow {
  kind: string
  key: string
  /** The line of the title as it is written, of what an editor goes on with. */
  title: string | null
  has_draft: boolean
  has_published: boolean
  edited_at: Date
  withdrawn_at: Date | null
  publish_at: Date | null
  review_asked_at: Date | null
  archived_at: Date | null
  published_at: Date | null
  number: number
  editor: string | null
}

/** Every edition of a world, as its list shows it. */
export async function listedRows(db: Db, world: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select e.kind, e.key, e.title,
      e.draft is not null as has_draft, e.published is not null as has_published,
      e.edited_at, e.withdrawn_at, e.publish_at, e.review_asked_at, e.archived_at, e.published_at, e.number, a.public_name as editor
    from text_edition e left join account a on a.id = e.edited_by
    where e.world = ${world}`.execute(db)
  return rows
}

/** An edition by its number. */
export async function editionByNumber(
  db: Db,
  world: string,
  number: number,
): Promise<EditionRow | undefined> {
  return await rowsOf(db).where('e.world', '=', world).where('e.number', '=', number).executeTakeFirst()
}

/** One edition, held until the transaction ends. A text nobody has edited gets its row. */
export async function lockEdition(tx: Db, { world, kind, key }: TextName): Promise<EditionRow> {
  await tx
    .insertInto('text_edition')
    .values({ world, kind, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await rowsOf(tx)
    .where('e.world', '=', world)
    .where('e.kind', '=', kind)
    .where('e.key', '=', key)
    .forUpdate('e')
    .executeTakeFirstOrThrow()
}

export interface EditionChange {
  draft?: string | null
  edited_by?: number
  edited_at?: Date
  published?: string | null
  published_at?: Date
  withdrawn_at?: Date | null
  publish_at?: Date | null
  review_asked_at?: Date | null
  review_asked_by?: number | null
  archived_at?: Date | null
  former_slugs?: string[]
}

/** Writes what is different, and counts it. */
export async function changeEdition(
  tx: Db,
  { world, kind, key }: TextName,
  change: EditionChange,
): Promise<void> {
  await tx
    .updateTable('text_edition')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('world', '=', world)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

export interface VersionRow {
  id: number
  made_at: Date
  maker: string | null
}

/** What was public of a text, the newest first. */
export async function textVersionRows(
  db: Db,
  { world, kind, key }: TextName,
  limit: number,
): Promise<VersionRow[]> {
  return await db
    .selectFrom('text_version as v')
    .leftJoin('account as a', 'a.id', 'v.made_by')
    .select(['v.id', 'v.made_at', 'a.public_name as maker'])
    .where('v.world', '=', world)
    .where('v.kind', '=', kind)
    .where('v.key', '=', key)
    .orderBy('v.id', 'desc')
    .limit(limit)
    .execute()
}

export async function textVersionSource(
  db: Db,
  { world, kind, key }: TextName,
  id: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('text_version')
    .select('source')
    .where('world', '=', world)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.source
}

export async function addTextVersion(
  tx: Db,
  { world, kind, key }: TextName,
  { source, madeBy }: { source: string; madeBy: number | null },
): Promise<void> {
  await tx.insertInto('text_version').values({ world, kind, key, source, made_by: madeBy }).execute()
}

/** Keeps texts of the release that nothing stands over, each once: what later releases change is still there. */
export async function noteShipped(db: Db, texts: readonly (TextName & { source: string })[]): Promise<void> {
  const column = (name: 'world' | 'kind' | 'key' | 'source') => texts.map((text) => text[name])
  await sql`
    insert into text_version (world, kind, key, source)
    select t.world, t.kind, t.key, t.source
    from unnest(${column('world')}::text[], ${column('kind')}::text[], ${column('key')}::text[], ${column('source')}::text[])
      as t (world, kind, key, source)
    where not exists (
        select from text_version v
        where v.world = t.world and v.kind = t.kind and v.key = t.key and v.source = t.source)
      and not exists (
        select from text_edition e
        where e.world = t.world and e.kind = t.kind and e.key = t.key and e.published is not null)`.execute(
    db,
  )
}

/** Every source that was public of a text, the newest first. */
export async function textSources(db: Db, { world, kind, key }: TextName): Promise<string[]> {
  const rows = await db
    .selectFrom('text_version')
    .select('source')
    .where('world', '=', world)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ source }) => source)
}

/** A text whose time has come, held for the rest of the transaction; one that somebody else holds is passed over. */
export async function lockDueEdition(
  tx: Db,
): Promise<{ world: string; kind: string; key: string } | undefined> {
  return await tx
    .selectFrom('text_edition')
    .select(['world', 'kind', 'key'])
    .where('publish_at', '<=', sql<Date>`now()`)
    .orderBy('publish_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** A moment of a world's own clock (`2027-03-28T02:30`); undefined: it is not in the year to come. */
export async function momentAt(db: Db, local: string, timeZone: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from (select ${local}::timestamp at time zone ${timeZone} as at) t
    where at > now() and at < now() + interval '1 year'`.execute(db)
  return rows[0]?.at
}

export interface WaitingTexts {
  world: string
  state: 'draft' | 'in-review' | 'scheduled'
  count: number
}

/** How many texts are drafts, wait to be looked at, or have their day, in every world. */
export async function unpublishedCounts(db: Db): Promise<WaitingTexts[]> {
  const state = sql<WaitingTexts['state']>`case when publish_at is not null then 'scheduled'
    when review_asked_at is not null then 'in-review' else 'draft' end`
  return await db
    .selectFrom('text_edition')
    .select(['world', state.as('state'), sql<number>`count(*)::integer`.as('count')])
    .where((where) => where.or([where('draft', 'is not', null), where('publish_at', 'is not', null)]))
    .where('withdrawn_at', 'is', null)
    .where('archived_at', 'is', null)
    .groupBy(['world', state])
    .execute()
}

/** Of the numbers for texts that editors begin; those of releases are smaller. */
export async function nextTextNumber(tx: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select nextval('text_number')::text as number`.execute(tx)
  return rows[0]?.number ?? ''
}
