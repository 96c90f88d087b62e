import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Synonym } from '../rules/contract.ts'

/** Synonyms of a world from a term on, in the order of the terms; `search` is any part of a term. */
export async function synonymRows(
  db: Db,
  world: string,
  page: { search: string; afterTerm: string; limit: number },
): Promise<Synonym[]> {
  return await db
    .selectFrom('search_synonym')
    .select(['term', 'synonyms'])
    .where('world', '=', world)
    .where('term', '>', page.afterTerm)
    .where(sql<boolean>`position(fold(${page.search}) in term) > 0`)
    .orderBy('term')
    .limit(page.limit)
    .execute()
}

/** Writes a term's synonyms, new or instead of the old ones; gives back how the term is looked up. */
export async function putSynonym(db: Db, world: string, { term, synonyms }: Synonym): Promise<Synonym> {
  return await db
    .insertInto('search_synonym')
    .values({ world, term: sql<string>`fold(${term})`, synonyms })
    .onConflict((conflict) => conflict.columns(['world', 'term']).doUpdateSet({ synonyms }))
    .returning(['term', 'synonyms'])
    .executeTakeFirstOrThrow()
}

/** How the term was looked up; undefined when there was none. */
export async function removeSynonym(db: Db, world: string, term: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('search_synonym')
    .where('world', '=', world)
    .where('term', '=', sql<string>`fold(${term})`)
    .returning('term')
    .executeTakeFirst()
  return row?.term
}
