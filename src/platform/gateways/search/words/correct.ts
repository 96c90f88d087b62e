import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { foldWord } from '../lexicon/fold.ts'
import { allowedErrors, typingErrors } from './distance.ts'
import { searchLanguages } from './languages.ts'
import { type QueryWord, toWordQuery, wordsOf } from './words.ts'

/** Shorter words are too like many others. */
const minCorrectable = 4
/** Similarity by trigrams from which on a word comes into question; its typing errors decide. */
const minSimilarity = 0.3
/** A similarity that suffices alone: long words with their parts in another order. */
const sureSimilarity = 0.5
const maxCandidates = 400
/** Both parts of a split compound have at least these letters. */
const minPartLetters = 3
const minPrefixLetters = 5

/** Whether any material of the world has all these words. */
export async function isFound(db: Db, world: LiveWorldCode, words: readonly QueryWord[]): Promise<boolean> {
  const query = toWordQuery(words)
  if (!query) return false
  const { rows } = await sql<{ found: boolean }>`
    select ${hasMatch(world, sql`${query.match}::tsquery`)} as found
  `.execute(db)
  return rows[0]?.found === true
}

/** For each of the words whether any material of the world has it. */
async function areFound(db: Db, world: LiveWorldCode, words: readonly QueryWord[]): Promise<boolean[]> {
  const matches = words.map((word) => toWordQuery([word])?.match ?? '')
  const { rows } = await sql<{ found: boolean }>`
    select match <> '' and ${hasMatch(world, sql`match::tsquery`)} as found
    from unnest(${matches}::text[]) with ordinality as word(match, place) order by place
  `.execute(db)
  return rows.map(({ found }) => found)
}

/**
 * Whether any material of the world has what a tsquery asks for. What the sample has not is rare, so that the index of
 * all finds it at once. It is counted there: for a first row the planner would read the whole table, and where there is
 * none, to its end.
 */
export function hasMatch(world: LiveWorldCode, query: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(exists (select from material_sample where world = ${world} and document @@ ${query})
    or (select count(*) from material_search where world = ${world} and document @@ ${query}) > 0)`
}

export interface Repaired {
  /** The words of the query, unknown ones replaced by what was probably meant or left out. */
  words: string[]
  /** Folded words among them that were not typed. */
  guesses: ReadonlySet<string>
  /** Whether anything but the splitting of compounds was done. */
  isCorrection: boolean
  isChanged: boolean
}

interface Similar {
  word: string
  frequency: number
  cost: number
}

/** A name must be this much nearer than a word of titles and keywords to be what was meant. */
const nameHandicap = 0.4

/** So many unknown words are repaired, the first ones: each costs more than all the rest of a search. */
const maxRepaired = 8

/** Words as they were typed. */
export function unrepaired(typed: readonly string[]): Repaired {
  return { words: [...typed], guesses: new Set(), isCorrection: false, isChanged: false }
}

/**
 * Words that some material has, made from words that none has: a word found nowhere is taken apart, or becomes the most
 * similar one of titles, keywords and authors' names; without any it is left out. The first eight such words, in one statement for
 * each of these questions.
 */
export async function repairWords(
  db: Db,
  world: LiveWorldCode,
  typed: readonly string[],
  words: readonly QueryWord[],
): Promise<Repaired> {
  const topics = words.filter(({ lexeme, role }) => lexeme !== undefined && role === 'topic')
  const found = await areFound(db, world, topics)
  const unknown = topics
    .filter((_, index) => !found[index])
    .filter(({ word }) => !word.includes(' '))
    .slice(0, maxRepaired)
  if (unknown.length === 0) return unrepaired(typed)
  const folded = unknown.map((each) => each.folded)
  const parts = await splitCompounds(db, world, folded)
  const whole = folded.map((word, index) => (parts[index] || word.length < minCorrectable ? '' : word))
  const [similar, names] = whole.some((word) => word !== '')
    ? [await findSimilar(db, world, whole), await findNames(db, world, whole)]
    : [[], []]
  const instead = new Map<string, { words: string[]; isGuess: boolean }>()
  for (const [index, { word }] of unknown.entries()) {
    const [pair, near, name] = [parts[index], similar[index], names[index]]
    const best = name && (!near || name.cost + nameHandicap < near.cost) ? name : near
    instead.set(
      word,
      pair ? { words: pair, isGuess: false } : { words: best ? wordsOf(best.word) : [], isGuess: true },
    )
  }
  const changes = [...instead.values()]
  return {
    words: typed.flatMap((word) => instead.get(word)?.words ?? [word]),
    guesses: new Set(changes.filter(({ isGuess }) => isGuess).flatMap((each) => each.words.map(foldWord))),
    isCorrection: changes.some(({ isGuess }) => isGuess),
    isChanged: changes.length > 0,
  }
}

/**
 * The two words of a compound that some material has apart ("Getreidearbeitsblatt": "Getreide Arbeitsblatt"), for each of the words. As
 * they are first, then each as the beginning of a longer word; of several ways the one with the most even halves.
 */
async function splitCompounds(
  db: Db,
  world: LiveWorldCode,
  folded: readonly string[],
): Promise<(string[] | undefined)[]> {
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ word: number; head: string; tail: string }>`
    select distinct on (part.word) part.word::integer as word, head, tail from (
      select typed.place as word, head, tail, plainto_tsquery(${config}::regconfig, head) as head_query,
        plainto_tsquery(${config}::regconfig, tail) as tail_query
      from unnest(${[...folded]}::text[]) with ordinality as typed(text, place),
        generate_series(${minPartLetters}, length(typed.text) - ${minPartLetters}) as cut, lateral (
        select left(typed.text, cut) as head, substr(typed.text, cut + 1) as tail) as part offset 0
    ) as part
    cross join lateral (values
      (1, head_query && tail_query),
      (2, case when least(length(head), length(tail)) >= ${minPrefixLetters}
        then (head_query::text || ':*')::tsquery && (tail_query::text || ':*')::tsquery end)) as way(place, query)
    where numnode(head_query) = 1 and numnode(tail_query) = 1
      and (${searchLanguages[world].compounds} or way.place = 1 and (select count(*) = 2 from search_word
        where world = ${world} and search_word.word in (head, tail)))
      and ${hasMatch(world, sql.ref('query'))}
    order by part.word, way.place, abs(length(head) - length(tail))
  `.execute(db)
  return folded.map((_, index) => {
    const row = rows.find(({ word }) => word === index + 1)
    return row && [row.head, row.tail]
  })
}

/** For each word the known one that was most likely meant: fewest typing errors as it sounds, then the most used. '' is no word. */
async function findSimilar(
  db: Db,
  world: LiveWorldCode,
  folded: readonly string[],
): Promise<(Similar | undefined)[]> {
  const rows = await similarRows(db, world, folded, 'search_word')
  return folded.map((word, index) => judge(rows[index] ?? [], word)[0])
}

const maxNames = 5

/**
 * For each word the author's name that was most likely meant. A name has no endings: what differs from it by one is another word
 * ("Ostern" is not Frau Oster).
 */
async function findNames(
  db: Db,
  world: LiveWorldCode,
  folded: readonly string[],
): Promise<(Similar | undefined)[]> {
  const { config } = searchLanguages[world]
  const found = await similarRows(db, world, folded, 'search_name')
  const near = folded.map((word, index) => judge(found[index] ?? [], word).slice(0, maxNames))
  const pairs = near.flatMap((names, index) => names.map(({ word }) => ({ index, word })))
  if (pairs.length === 0) return []
  const { rows } = await sql<{ place: number }>`
    select place::integer as place
    from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ index }) => folded[index] ?? '')}::text[])
      with ordinality as pair(name, typed, place)
    where plainto_tsquery(${config}::regconfig, fold(name))::text <> plainto_tsquery(${config}::regconfig, typed)::text
  `.execute(db)
  const others = new Set(rows.map(({ place }) => `${pairs[place - 1]?.index} ${pairs[place - 1]?.word}`))
  return near.map((names, index) => names.find(({ word }) => others.has(`${index} ${word}`)))
}

interface SimilarRow {
  place: number
  typed: string
  sound: string
  form: string
  frequency: number
  similarity: number
}

/** For each word those that sound alike or have the same beginning and nearly the same length. */
async function similarRows(
  db: Db,
  world: LiveWorldCode,
  folded: readonly string[],
  list: 'search_word' | 'search_name',
): Promise<SimilarRow[][]> {
  const table = sql.table(list)
  const { rows } = await sql<SimilarRow>`
    with typed as materialized (
      select place::integer as place, search_sound(word) as typed
      from unnest(${[...folded]}::text[]) with ordinality as asked(word, place) where word <> ''
    ),
    alike as (
      select place, near.* from typed, lateral (
        select sound, form, frequency from ${table} as known
        where world = ${world} and sound % typed and abs(length(sound) - length(typed)) <= 3
        order by similarity(sound, typed) desc limit ${maxCandidates}) as near
    ), shaped as (
      select place, near.* from typed, generate_series(length(typed) - 1, length(typed) + 1) as letters,
        lateral (select sound, form, frequency from ${table} as known
          where world = ${world} and left(sound, 1) = left(typed, 1) and length(sound) = letters
          order by frequency desc limit ${maxCandidates}) as near
    )
    select place, typed, sound, form, frequency, similarity(sound, typed) as similarity
    from typed join (select * from alike union select * from shaped) as candidate using (place)
  `.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return folded.map((_, index) => byPlace.get(index + 1) ?? [])
}

/** The candidates that can be meant, the likeliest first. */
function judge(rows: readonly SimilarRow[], folded: string): Similar[] {
  const limit = allowedErrors(folded.length)
  const judged = rows.flatMap(({ typed, sound, form, frequency, similarity }) => {
    const errors = typingErrors(typed, sound, limit)
    if (errors > limit && similarity < sureSimilarity) return []
    // One error is worth much more than any frequency; the first letter is seldom the wrong one.
    const cost = errors - similarity - 0.03 * Math.log(frequency) + (typed[0] === sound[0] ? 0 : 0.3)
    return [{ word: form, frequency, cost }]
  })
  return judged.toSorted((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
}

/** Words that complete the last one typed: itself, written as typed first, then most used; similar ones where none begins with it. */
export async function completeWords(
  db: Db,
  world: LiveWorldCode,
  typed: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ form: string }>`
    select form from search_word
    where world = ${world} and word ^@ fold(${typed})
    order by word = fold(${typed}) desc, form ^@ lower(${typed}) desc, frequency desc, word limit ${limit}
  `.execute(db)
  const forms = rows.map((row) => row.form)
  if (forms.length > 0 || typed.length < minCorrectable) return forms
  const similar = await sql<{ form: string }>`
    select form from search_word
    where world = ${world} and sound % search_sound(fold(${typed})) and similarity(sound, search_sound(fold(${typed}))) >= ${minSimilarity}
    order by similarity(sound, search_sound(fold(${typed}))) + 0.02 * ln(frequency) desc, word limit ${limit}
  `.execute(db)
  return similar.rows.map((row) => row.form)
}
