import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { fulfils, toFilter } from '../filter.ts'
import { broadFrom, find, type Plan } from '../find.ts'
import { foldWord } from '../lexicon/fold.ts'
import type { SearchHits, SearchRequest } from '../search-engine.ts'
import { isFound, repairWords, unrepaired } from './correct.ts'
import type { Costly } from './costly.ts'
import { type Reading, readQuery } from './read-query.ts'
import type { WorldTerms } from './terms.ts'
import { type Evidence, inWeights, type QueryWord, topicsOf, toWordQuery, type WordQuery } from './words.ts'

/** From this many topic words on, materials with most of them are shown instead of one subset. */
const manyWords = 3
const shareOfMany = 0.6
/** A third of the words is too little. */
const minShareLeft = 0.4
/** Rows with the very same words as the best one. */
const shareOfFew = 0.999

/**
 * What comes nearest to a query that nothing fits as a whole: unknown words repaired, then those materials that have
 * most of its words. Words that were guessed are given up first, then grades and "free", typed words last; a material
 * has at least one word of the topic. Undefined when nothing comes near.
 */
export async function rescue(
  db: Db,
  terms: WorldTerms,
  request: SearchRequest,
  first: Reading,
  costly: Costly,
): Promise<SearchHits | undefined> {
  const { world } = request
  const repaired = await costly.correct(
    db,
    (tx) => repairWords(tx, world, first.tokens, first.words),
    unrepaired(first.tokens),
  )
  const reading = repaired.isChanged
    ? withGuesses(await readQuery(db, world, terms, repaired.words), repaired.guesses)
    : first
  const topics = topicsOf(reading.words)
  const lost = repaired.isChanged ? lostWords(first, reading) : []
  if (topics.length === 0) {
    // Words taken apart can name a form of material or a grade, and nothing else: "escaperoom".
    if (!repaired.isChanged || reading.wishes.length === 0) return undefined
    const narrowed = await find(db, terms, request, reading)
    return narrowed.total > 0
      ? rescued(narrowed, { first, reading, lost, missing: [], isCorrection: repaired.isCorrection })
      : undefined
  }
  if (repaired.isChanged && topics.length <= manyWords) {
    const whole = await find(db, terms, request, reading)
    if (whole.total > 0)
      return rescued(whole, { first, reading, lost, missing: [], isCorrection: repaired.isCorrection })
  }
  const plan = await partialPlan(db, world, reading)
  if (!plan) return undefined
  const hits = await find(db, terms, request, plan)
  if (hits.total === 0) return undefined
  const missing = await missingIn(db, terms, request, { plan, ids: hits.materialIds })
  if (!isNearEnough(first, plan, new Set([...lost, ...missing]))) return undefined
  const isPartial = topics.length >= manyWords
  return rescued(
    { ...hits, isPartial },
    { first, reading: plan, lost, missing, isCorrection: !isPartial && repaired.isCorrection },
  )
}

/**
 * Whether enough of what was typed is left. Most words given up, or nothing kept but a guess, is no answer any more: who
 * asked for something else is better told so.
 */
function isNearEnough(first: Reading, plan: Plan, gone: ReadonlySet<string>): boolean {
  const asked = topicsOf(first.words)
  const left = topicsOf(plan.words).filter(({ word }) => !gone.has(word))
  const typed = left.filter(({ isGuess }) => !isGuess)
  if (asked.length === 1) return left.length > 0
  if (asked.length <= manyWords)
    return typed.length > 0 && typedWords(left) >= typedWords(asked) * minShareLeft
  return typedWords(typed) > 1
}

/** How many words were typed for them: a synonym may be known for three at once. */
function typedWords(words: readonly QueryWord[]): number {
  return words.reduce((sum, { word }) => sum + word.split(' ').length, 0)
}

function withGuesses(reading: Reading, guesses: ReadonlySet<string>): Reading {
  return {
    ...reading,
    words: reading.words.map((each) =>
      guesses.has(foldWord(each.word)) ? { ...each, isGuess: true } : each,
    ),
  }
}

/** Typed topic words that neither stayed nor became another one that sounds alike: nothing has them. */
function lostWords(first: Reading, { tokens }: Reading): string[] {
  const remaining = new Set(tokens.map(foldWord))
  const isShorter = tokens.length < first.tokens.length
  if (!isShorter) return []
  return topicsOf(first.words).flatMap(({ word }) => (remaining.has(foldWord(word)) ? [] : [word]))
}

/**
 * All words without the wishes when some material has them; else any of the words that few enough materials have for
 * looking at each. Where every word is a common one, the rarest has to do.
 */
async function partialPlan(db: Db, world: LiveWorldCode, reading: Reading): Promise<Plan | undefined> {
  const topics = topicsOf(reading.words)
  const all = toWordQuery(reading.words)
  if (!all) return undefined
  const share = topics.length >= manyWords ? shareOfMany : shareOfFew
  if (reading.wishes.length > 0 && (await isFound(db, world, reading.words))) {
    return { ...reading, some: { anyOf: all.match, share, areWishesSoft: true } }
  }
  const anyOf = await rareWords(db, world, all)
  if (anyOf.isBroad) {
    const words = reading.words.filter((each) => toWordQuery([each])?.match === anyOf.match)
    return { ...reading, words, wishes: [] }
  }
  return { ...reading, some: { anyOf: anyOf.match, share, areWishesSoft: true } }
}

/**
 * All materials with most of the words, beside the few that have all of them. Undefined when that would be too many to
 * look at.
 */
export async function widerPlan(db: Db, world: LiveWorldCode, reading: Reading): Promise<Plan | undefined> {
  const all = toWordQuery(reading.words)
  const anyOf = all && (await rareWords(db, world, all))
  if (!anyOf || anyOf.isBroad) return undefined
  return { ...reading, some: { anyOf: anyOf.match, share: shareOfMany, areWishesSoft: false } }
}

/** Those of the words that few enough materials have for looking at each; the rarest where every word is common. */
async function rareWords(
  db: Db,
  world: LiveWorldCode,
  all: WordQuery,
): Promise<{ match: string; isBroad: boolean }> {
  const evidence = all.evidence.filter(({ role }) => role === 'topic')
  const counts = await sampledCounts(db, world, evidence)
  const byRarity = evidence
    .map(({ match, name }, index) => ({ match, name, count: counts[index] ?? 0 }))
    .toSorted((a, b) => a.count - b.count)
  let sum = 0
  const few = byRarity.filter(({ count }) => {
    sum += count
    return sum < broadFrom
  })
  if (few.length === 0) return { match: byRarity[0]?.match ?? '', isBroad: true }
  // What only a description mentions is not what a material is about.
  const telling = few.map(({ match, name }) => [inWeights(match, 'AB'), ...(name ? [name] : [])].join(' | '))
  return { match: telling.join(' | '), isBroad: false }
}

async function sampledCounts(db: Db, world: string, evidence: readonly Evidence[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::integer from material_sample where world = ${world} and document @@ match::tsquery) as count
    from unnest(${evidence.map(({ match }) => match)}::text[]) with ordinality as word(match, place) order by place
  `.execute(db)
  return rows.map(({ count }) => count)
}

/** The words and wishes that no hit of the page has. */
async function missingIn(
  db: Db,
  terms: WorldTerms,
  request: SearchRequest,
  { plan, ids }: { plan: Plan; ids: readonly number[] },
): Promise<string[]> {
  const filter = toFilter(request, terms, toWordQuery(plan.words), plan.wishes)
  const topics = topicsOf(plan.words)
  const tests = [
    ...topics.map((each) => ({
      text: each.word,
      has: sql`document @@ ${toWordQuery([each])?.match ?? ''}::tsquery`,
    })),
    ...(filter.wishes ?? []).map((wish) => ({
      text: plan.wishes.find(({ kind }) => kind === wish.kind)?.words.join(' ') ?? '',
      has: fulfils(wish),
    })),
  ]
  const { rows } = await sql<{ has: boolean[] }>`
    select array[${sql.join(tests.map(({ has }) => sql`coalesce(bool_or(${has}), false)`))}] as has
    from material_search where world = ${request.world} and material_id = any (${[...ids]}::bigint[])
  `.execute(db)
  return tests.flatMap(({ text }, index) => (rows[0]?.has[index] ? [] : [text]))
}

/** The hits, with the query that was run and the words left out. */
function rescued(
  hits: SearchHits,
  how: {
    first: Pick<Reading, 'tokens'>
    reading: Reading
    lost: readonly string[]
    missing: readonly string[]
    isCorrection: boolean
  },
): SearchHits {
  const leftOut = [...new Set([...how.lost, ...how.missing])]
  const gone = new Set(leftOut)
  const wishes = how.reading.wishes.filter(({ words }) => !gone.has(words.join(' ')))
  const words = how.reading.words.filter(({ lexeme, word }) => lexeme !== undefined && !gone.has(word))
  const isOther =
    how.isCorrection || how.lost.length > 0 || topicsOf(how.reading.words).some(({ word }) => gone.has(word))
  return {
    ...hits,
    understood: wishes,
    lookedUp: [...new Set([...how.first.tokens, ...how.reading.tokens])],
    leftOut,
    correctedQuery:
      isOther && !hits.isPartial
        ? [...words.map(({ word }) => word), ...wishes.flatMap((wish) => wish.words)].join(' ')
        : null,
  }
}
