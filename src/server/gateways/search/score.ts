import { type RawBuilder, sql } from 'kysely'
import type { Filter } from './filter.ts'

/** By weight D, C, B, A: description and author, terms, keywords, title. */
const weights = '{0.1, 0.2, 0.4, 1}'
/** What compounds and prefixes count against the words themselves. */
const narrowerShare = 0.4
const allInTitle = 1.5
const phraseInTitle = 1.3
const rightGrade = 1.6

/**
 * How well a row of material_search answers the words, as an integer to order by: title over keywords over terms over
 * description and author, close words over far ones, all words in the title, the grade that was asked for, then what
 * others liked.
 */
export function score({ words, gradeIds = [] }: Filter): RawBuilder<number> {
  if (!words) return sql`0`
  const rank = (query: string) => sql`ts_rank_cd(${weights}, document, ${query}::tsquery, 1)`
  const text =
    words.match === words.exact
      ? rank(words.exact)
      : sql`(${rank(words.exact)} + ${narrowerShare}::real * ${rank(words.match)})`
  const title = times(sql`document @@ ${words.title}::tsquery`, allInTitle)
  const phrase = words.phrase ? times(sql`document @@ ${words.phrase}::tsquery`, phraseInTitle) : sql`1`
  const grade = gradeIds.length > 0 ? times(sql`facets && ${gradeIds}::integer[]`, rightGrade) : sql`1`
  return sql`(1000000 * (${text} + 0.001) * ${title} * ${phrase} * ${grade} * (1 + popularity / 10000.0))::bigint`
}

function times(condition: RawBuilder<unknown>, factor: number): RawBuilder<number> {
  return sql`case when ${condition} then ${factor}::real else 1 end`
}
