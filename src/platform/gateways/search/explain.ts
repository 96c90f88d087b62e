import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { RankReason } from '#platform/rules/contract/search.ts'
import type { Filter } from './types.ts'
import { inWeights } from './words/words.ts'

/**
 * Why each of a few ranked hits stands where it does: the same tests, on the same words, that `score` counts. The best
 * place is named; below the title it is the first of keywords, classification and text where all words are found.
 */
export async function explain(
  db: Db,
  { world, words, wishes = [] }: Filter,
  materialIds: readonly number[],
): Promise<RankReason[]> {
  if (!words || materialIds.length === 0) return []
  const has = (query: string) => sql`document @@ ${query}::tsquery`
  const gradeIds = wishes.flatMap(({ kind, termIds }) => (kind === 'free' ? [] : termIds))
  const phrase = words.phrase ? has(words.phrase) : sql`false`
  const { rows } = await sql<RankReason>`
    select material_id as "materialId",
      case when ${phrase} then 'phrase' when ${has(words.title)} then 'title'
        when ${has(inWeights(words.exact, 'AB'))} then 'keywords' when ${has(inWeights(words.exact, 'ABC'))} then 'terms'
        when ${has(words.orName)} then 'text' when ${has(words.match)} then 'compound' else 'some' end as words,
      facets && ${gradeIds}::integer[] as "isRightGrade"
    from material_search where world = ${world} and material_id = any (${[...materialIds]}::bigint[])
  `.execute(db)
  return rows
}
