import { type RawBuilder, sql } from 'kysely'
import { fulfils } from './filter.ts'
import type { Filter, WishFilter } from './types.ts'
import { type Evidence, inWeights } from './words/words.ts'

/** What a word counts by the best place it stands in: title, keywords, classification, description. */
const places = { A: 1, B: 0.6, C: 0.35 }
const inText = 0.15
/** In the title and once more in the keywords: that is what it is about. */
const titleAndKeywords = 1.2
/** What synonyms and parts of longer words count against the words themselves. */
const sameShare = 0.8
const narrowerShare = 0.5
/** A word that no title has is meant as a name where somebody is called so. */
const sureName = 0.9
const chanceName = 0.12
const rightType = 0.9
const rightSubject = 1.1
/** A word that is a subject's name says less where it stands in the text of another one. */
const subjectInText = 0.5
/** What words count by what they are for. */
const roleWeights = { topic: 1, type: 1.4, weak: 0.12, small: 0.12 }
const guessWeight = 0.5
/** The weight of the most common word of a query, relative to the rarest. */
const commonShare = 0.5
const allInTitle = 1.25
const phraseInTitle = 1.2
const rightGrade = 1.6
const gradeInTitle = 1.15
/** A bundle is about more than what is looked for, unless a bundle is. */
const bundled = 0.85
/** A title that says nothing else. */
const wholeTitle = 0.25
const wishCoverage = 0.35
const guessCoverage = 0.4

/** The weight of each word: rare words count more, by the number of materials in the world. */
export function weightsOf(evidence: readonly Evidence[], materials: number): number[] {
  const rarity = evidence.map(({ frequency }) => Math.log(1 + materials / (1 + frequency)))
  const most = Math.max(...rarity, 1e-9)
  return evidence.map(({ role, isGuess }, index) => {
    const share = commonShare + (1 - commonShare) * ((rarity[index] ?? 0) / most)
    return roleWeights[role] * share * (isGuess ? guessWeight : 1)
  })
}

/**
 * How well a row of material_search answers the words, as an integer to order by: each word by the best place it
 * stands in, rare words more than common ones; all words in the title, the grade that was asked for; then what others
 * liked.
 */
export function score({ words, wishes = [], bundleIds = [] }: Filter, materials: number): RawBuilder<number> {
  if (!words) return sql`0`
  const weights = weightsOf(words.evidence, materials)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const parts = words.evidence.map((each, index) => sql`${weights[index] ?? 0}::real * ${value(each)}`)
  const title = times(sql`document @@ ${words.title}::tsquery`, allInTitle)
  const phrase = words.phrase ? times(sql`document @@ ${words.phrase}::tsquery`, phraseInTitle) : sql`1`
  const grades = wishes
    .filter(({ kind }) => kind !== 'free')
    .flatMap((wish) => [times(hasTerm(wish), rightGrade), ...inTitleToo(wish)])
  const asksForBundle = bundleIds.some((id) => words.evidence.some(({ termIds }) => termIds.includes(id)))
  const whole = asksForBundle ? sql`1` : times(sql`facets && ${[...bundleIds]}::integer[]`, bundled)
  const topics = words.evidence.filter(({ role }) => role === 'topic').length
  const said = sql`(1 + ${wholeTitle}::real * least(1, ${topics}::real / greatest(1, length(ts_filter(document, '{a}')))))`
  const factors = [title, phrase, ...grades, whole, said]
  return sql`(1000000 * ((${sql.join(parts, sql` + `)}) / ${sum}::real + 0.001) / (4 + ln(1 + length(document)))
    * ${sql.join(factors, sql` * `)} * (1 + popularity / 10000.0::float8))::bigint`
}

/** How many of the words and wishes a row has, by what they count; the same for all rows that have the same ones. */
export function coverage({ words, wishes = [] }: Filter, weights: readonly number[]): RawBuilder<number> {
  const topics = (words?.evidence ?? []).flatMap((each, index) =>
    each.role === 'topic'
      ? [{ match: each.match, weight: (weights[index] ?? 0) * (each.isGuess ? guessCoverage : 1) }]
      : [],
  )
  const parts = [
    ...topics.map(({ match, weight }) => share(sql`document @@ ${match}::tsquery`, weight)),
    ...wishes.map((wish) => share(fulfils(wish), wishCoverage)),
  ]
  return parts.length > 0 ? sql`(${sql.join(parts, sql` + `)})::real` : sql`0::real`
}

function share(condition: RawBuilder<unknown>, weight: number): RawBuilder<number> {
  return sql`case when ${condition} then ${weight}::real else 0 end`
}

function value({ role, exact, same, narrower, name, isName, termIds }: Evidence): RawBuilder<number> {
  const ways = fields(exact, 1)
  if (same !== undefined) ways.push(...fields(same, sameShare))
  if (narrower !== undefined) ways.push(...fields(narrower, narrowerShare))
  if (name !== undefined)
    ways.push({ worth: isName ? sureName : chanceName, has: [sql`document @@ ${name}::tsquery`] })
  if (termIds.length === 0) return best(ways)
  const has = sql`facets && ${[...termIds]}::integer[]`
  if (role === 'type') return best([...ways, { worth: rightType, has: [has] }])
  return sql`case when ${has} then ${rightSubject}::real else ${subjectInText}::real * ${best(ways)} end`
}

/** What a word counts where a row has all of this. */
interface Way {
  worth: number
  has: readonly RawBuilder<unknown>[]
}

/** The greatest worth a row has: tried from the greatest on, so that most rows are through after one test or two. */
function best(ways: readonly Way[]): RawBuilder<number> {
  const cases = ways
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ worth, has }) => sql`when ${sql.join(has, sql` and `)} then ${worth}::real`)
  return sql`case ${sql.join(cases, sql` `)} else 0 end`
}

function fields(query: string, share: number): Way[] {
  const has = (place: keyof typeof places) => sql`document @@ ${inWeights(query, place)}::tsquery`
  return [
    { worth: share * titleAndKeywords, has: [has('A'), has('B')] },
    { worth: share * places.A, has: [has('A')] },
    { worth: share * places.B, has: [has('B')] },
    { worth: share * places.C, has: [has('C')] },
    { worth: share * inText, has: [sql`document @@ ${query}::tsquery`] },
  ]
}

/** The grade as it was typed, in the title. */
function inTitleToo({ literal }: WishFilter): RawBuilder<number>[] {
  if (!literal) return []
  const phrases = literal.texts.map(
    (
      text,
    ) => sql`document @@ regexp_replace(phraseto_tsquery(${literal.config}::regconfig, fold(${text}))::text,
      '''[^'']+''', '\\&:A', 'g')::tsquery`,
  )
  return [times(sql`(${sql.join(phrases, sql` or `)})`, gradeInTitle)]
}

function hasTerm({ termIds }: WishFilter): RawBuilder<boolean> {
  return sql`facets && ${[...termIds]}::integer[]`
}

function times(condition: RawBuilder<unknown>, factor: number): RawBuilder<number> {
  return sql`case when ${condition} then ${factor}::real else 1 end`
}
