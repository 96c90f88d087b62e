import { type RawBuilder, sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { allowedErrors, typingErrors } from './distance.ts'
import { searchLanguages } from './languages.ts'
import { foldWord } from './lexicon/fold.ts'
import { type QueryWord, toWordQuery, wordsOf } from './words.ts'

/** Shorter words are too like many others. */
const minCorrectable = 4
/** Similarity by trigrams from which on a word comes into question; its typing errors decide. */
const minSimilarity = 0.3
/** Similarity that is enough by itself: long words with their parts mixed up. */
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

/**
 * Words that some material has, made from words that none has: a word found nowhere is taken apart, or becomes the most
 * similar one of titles, keywords and authors' names; without any it is left out.
 */
export async function repairWords(
  db: Db,
  world: LiveWorldCode,
  typed: readonly string[],
  words: readonly QueryWord[],
): Promise<Repaired> {
  const topics = words.filter(({ lexeme, role }) => lexeme !== undefined && role === 'topic')
  const found = await Promise.all(topics.map((each) => isFound(db, world, [each])))
  const unknown = topics.filter((_, index) => !found[index]).filter(({ word }) => !word.includes(' '))
  const instead = new Map<string, { words: string[]; isGuess: boolean }>()
  for (const { word, folded } of unknown) {
    const parts = await splitCompound(db, world, folded)
    if (parts) {
      instead.set(word, { words: parts, isGuess: false })
      continue
    }
    const [similar, name] = await Promise.all([findSimilar(db, world, folded), findName(db, world, folded)])
    const best = name && (!similar || name.cost + nameHandicap < similar.cost) ? name : similar
    instead.set(word, { words: best ? wordsOf(best.word) : [], isGuess: true })
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
 * The two words of a compound that some material has apart ("Getreidearbeitsblatt": "Getreide Arbeitsblatt"). As
 * they are first, then each as the beginning of a longer word; of several ways the one with the most even halves.
 */
async function splitCompound(db: Db, world: LiveWorldCode, folded: string): Promise<string[] | undefined> {
  const { config } = searchLanguages[world]
  const cuts = [...Array(Math.max(0, folded.length - 2 * minPartLetters + 1)).keys()].map(
    (index) => index + minPartLetters,
  )
  if (cuts.length === 0) return undefined
  const { rows } = await sql<{ head: string; tail: string }>`
    select head, tail from (
      select head, tail, plainto_tsquery(${config}::regconfig, head) as head_query,
        plainto_tsquery(${config}::regconfig, tail) as tail_query
      from unnest(${cuts}::integer[]) as cut, lateral (
        select left(${folded}, cut) as head, substr(${folded}, cut + 1) as tail) as part offset 0
    ) as part
    cross join lateral (values
      (1, head_query && tail_query),
      (2, case when least(length(head), length(tail)) >= ${minPrefixLetters}
        then (head_query::text || ':*')::tsquery && (tail_query::text || ':*')::tsquery end)) as way(place, query)
    where numnode(head_query) = 1 and numnode(tail_query) = 1
      and (${searchLanguages[world].compounds} or place = 1 and (select count(*) = 2 from search_word
        where world = ${world} and word in (head, tail)))
      and ${hasMatch(world, sql.ref('query'))}
    order by place, abs(length(head) - length(tail)) limit 1
  `.execute(db)
  return rows[0] && [rows[0].head, rows[0].tail]
}

/** The known word that was most likely meant: fewest typing errors as it sounds, then the most used. */
async function findSimilar(db: Db, world: LiveWorldCode, folded: string): Promise<Similar | undefined> {
  if (folded.length < minCorrectable) return undefined
  return judge(await similarRows(db, world, folded, 'search_word'), folded)[0]
}

const maxNames = 5

/**
 * The author's name that was most likely meant. A name has no endings: what differs from it by one is another word
 * ("Ostern" is not Frau Oster).
 */
async function findName(db: Db, world: LiveWorldCode, folded: string): Promise<Similar | undefined> {
  if (folded.length < minCorrectable) return undefined
  const { config } = searchLanguages[world]
  const near = judge(await similarRows(db, world, folded, 'search_name'), folded).slice(0, maxNames)
  if (near.length === 0) return undefined
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${near.map(({ word }) => word)}::text[]) as word
    where plainto_tsquery(${config}::regconfig, fold(word))::text <> plainto_tsquery(${config}::regconfig, ${folded})::text
  `.execute(db)
  const others = new Set(rows.map(({ word }) => word))
  return near.find(({ word }) => others.has(word))
}

interface SimilarRow {
  typed: string
  sound: string
  form: string
  frequency: number
  similarity: number
}

/** Words that sound alike or have the same beginning and nearly the same length. */
async function similarRows(
  db: Db,
  world: LiveWorldCode,
  folded: string,
  list: 'search_word' | 'search_name',
): Promise<SimilarRow[]> {
  const table = sql.table(list)
  const { rows } = await sql<SimilarRow>`
    with typed as materialized (select search_sound(${folded}) as typed),
    alike as (
      select sound, form, frequency from ${table} as known, typed
      where world = ${world} and sound % typed and abs(length(sound) - length(typed)) <= 3
      order by similarity(sound, typed) desc limit ${maxCandidates}
    ), shaped as (
      select sound, form, frequency from typed, generate_series(length(typed) - 1, length(typed) + 1) as letters,
        lateral (select sound, form, frequency from ${table} as known
          where world = ${world} and left(sound, 1) = left(typed, 1) and length(sound) = letters
          order by frequency desc limit ${maxCandidates}) as word
    )
    select typed, sound, form, frequency, similarity(sound, typed) as similarity
    from typed, (select * from alike union select * from shaped) as candidate
  `.execute(db)
  return rows
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
