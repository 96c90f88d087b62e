import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export interface SubscriptionRow {
  id: number
  email: string
  confirmed_at: Date | null
  left_at: Date | null
  bounced_at: Date | null
}

const columns = ['id', 'email', 'confirmed_at', 'left_at', 'bounced_at'] as const

/**
 * Notes that an address is asked for its consent. Undefined: it has given it, or it was asked within these minutes and has a mail
 * on its way.
 */
export async function ask(
  tx: Db,
  world: LiveWorld,
  asked: { email: string; textVersion: string; restMinutes: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('newsletter_subscription')
    .values({ world, email: asked.email, text_version: asked.textVersion })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'email'])
        .doUpdateSet({ asked_at: sql<Date>`now()`, text_version: asked.textVersion })
        .where(
          sql<boolean>`coalesce(newsletter_subscription.left_at, newsletter_subscription.bounced_at) is not null
            or newsletter_subscription.confirmed_at is null`,
        )
        .where(
          'newsletter_subscription.asked_at',
          '<',
          sql<Date>`now() - make_interval(mins => ${asked.restMinutes})`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findSubscription(
  db: Db,
  world: LiveWorld,
  id: number,
): Promise<SubscriptionRow | undefined> {
  return await db
    .selectFrom('newsletter_subscription')
    .select(columns)
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The link of the mail was used; what was left or not reached begins anew. */
export async function confirm(tx: Db, world: LiveWorld, id: number): Promise<void> {
  await tx
    .updateTable('newsletter_subscription')
    .set({ confirmed_at: sql<Date>`now()`, left_at: null, bounced_at: null })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** A member whose address is known to be theirs agreed in their account. */
export async function subscribeConfirmed(
  tx: Db,
  world: LiveWorld,
  { email, textVersion }: { email: string; textVersion: string },
): Promise<void> {
  const now = sql<Date>`now()`
  await tx
    .insertInto('newsletter_subscription')
    .values({ world, email, text_version: textVersion, confirmed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['world', 'email']).doUpdateSet({
        text_version: textVersion,
        asked_at: now,
        confirmed_at: now,
        left_at: null,
        bounced_at: null,
      }),
    )
    .execute()
}

/** What an address gets, it gets no more, in every world; each is counted with the last letter it had. */
export async function leave(tx: Db, email: string): Promise<void> {
  const left = await tx
    .updateTable('newsletter_subscription')
    .set({ left_at: sql<Date>`now()` })
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .returning('last_letter_id')
    .execute()
  for (const { last_letter_id: id } of left)
    if (id !== null)
      await tx
        .updateTable('newsletter_letter')
        .set({ left_count: sql<number>`left_count + 1` })
        .where('id', '=', id)
        .execute()
}

/** Takes back that an address left. @returns how many worlds it gets again */
export async function comeBack(tx: Db, email: string): Promise<number> {
  const rows = await tx
    .updateTable('newsletter_subscription')
    .set({ left_at: null })
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where('bounced_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export async function markBounced(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('newsletter_subscription')
    .set({ bounced_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Readers of a world, in the order in which they asked, behind `afterId`. */
export async function readersAfter(
  db: Db,
  world: LiveWorld,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<{ id: number; email: string }[]> {
  return await db
    .selectFrom('newsletter_subscription')
    .select(['id', 'email'])
    .where('world', '=', world)
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .where('bounced_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface ReaderCounts {
  readers: number
  unconfirmed: number
  left: number
  bounced: number
}

export async function readerCounts(db: Db, world: LiveWorld): Promise<ReaderCounts> {
  return await db
    .selectFrom('newsletter_subscription')
    .select([
      sql<number>`(count(*) filter (where confirmed_at is not null and left_at is null and bounced_at is null))::integer`.as(
        'readers',
      ),
      sql<number>`(count(*) filter (where confirmed_at is null))::integer`.as('unconfirmed'),
      sql<number>`(count(*) filter (where left_at is not null))::integer`.as('left'),
      sql<number>`(count(*) filter (where bounced_at is not null))::integer`.as('bounced'),
    ])
    .where('world', '=', world)
    .executeTakeFirstOrThrow()
}
