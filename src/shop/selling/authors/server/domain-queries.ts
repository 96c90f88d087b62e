import type { Db } from '#platform/db/pool.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'

/** Operators write a handful of rows; this many would be a mistake. */
const mostDomains = 10_000

export async function domainRows(db: Db): Promise<{ host: string; world: string; author_id: number }[]> {
  return await db
    .selectFrom('author_domain')
    .innerJoin('author_profile', 'author_profile.account_id', 'author_domain.author_id')
    .select(['host', 'author_domain.world', 'author_domain.author_id'])
    .whereRef('author_profile.world', '=', 'author_domain.world')
    .limit(mostDomains)
    .execute()
}

/** The slug of an author, for the address of their page. */
export async function authorSlug(db: Db, authorId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('author_profile')
    .select('slug')
    .where('account_id', '=', authorId)
    .executeTakeFirst()
  return row?.slug
}

/** Author and slug of a material of this world; of one that is not public the slug, made of its title, is kept back. */
export async function materialOwner(
  db: Db,
  world: string,
  id: number,
): Promise<{ author_id: number; slug: string } | undefined> {
  const row = await db
    .selectFrom('material')
    .select(['author_id', 'slug', 'status'])
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isSeen = isPublic(row)
  return { author_id: row.author_id, slug: isSeen ? row.slug : '' }
}
