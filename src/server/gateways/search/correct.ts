import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { allowedErrors, typingErrors } from './distance.ts'
import { searchLanguages } from './languages.ts'
import { readWords } from './read-words.ts'
import { type QueryWord, toWordQuery, wordsOf } from './words.ts'

/** Shorter words are too like many others. */
const minCorrectable = 4
/** Similarity by trigrams from which on a word comes into question; its typing errors decide. */
const minSimilarity = 0.3
/** Similarity that is enough by itself: long words with their parts mixed up. */
const sureSimilarity = 0.5
const maxCandidates = 400
/** Both parts of a split compound have at least these letters. */
const minPartLetters = 4
const minPrefixLetters = 5

/** Whether any material of the world has all these words. */
export async function isFound(db: Db, world: LiveWorldCode, words: readonly QueryWord[]): Promise<boolean> {
  const query = toWordQuery(words)
  if (!query) return false
  // What the sample has not is rare, so that the whole index answers at once.
  for (const table of ['material_sample', 'material_search']) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where world = ${world} and document @@ ${query.match}::tsquery limit 1
    `.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

export interface Corrected {
  words: QueryWord[]
  /** False when compounds were only taken apart: the searcher's own words still. */
  isCorrection: boolean
}

interface Counted {
  word: string
  frequency: number
}

/**
 * Words that find something, made from words that do not: a word found nowhere is taken apart, or becomes the most
 * similar known one; as long as that is not enough, the rarest word is left out. Undefined when nothing helps.
 */
export async function correctWords(
  db: Db,
  world: LiveWorldCode,
  words: readonly QueryWord[],
): Promise<Corrected | undefined> {
  const searchable = words.filter((each) => each.lexeme !== undefined)
  const frequencies = await readFrequencies(db, world, searchable)
  let isCorrection = false
  const known: Counted[] = []
  for (const each of searchable) {
    const frequency = frequencies.get(each.folded) ?? 0
    if (frequency > 0 || (await isFound(db, world, [each]))) {
      known.push({ word: each.word, frequency: frequency || 1 })
      continue
    }
    const parts = await splitCompound(db, world, each.folded)
    if (parts) {
      known.push(...parts.map((word) => ({ word, frequency: 1 })))
      continue
    }
    isCorrection = true
    const similar = await findSimilar(db, world, each.folded)
    if (similar) known.push(similar)
  }
  let rest = known
  while (rest.length > 0) {
    const read = await readWords(
      db,
      world,
      rest.flatMap((each) => wordsOf(each.word)),
    )
    if (await isFound(db, world, read)) return { words: read, isCorrection }
    const rarest = rest.reduce((least, each) => (each.frequency < least.frequency ? each : least))
    rest = rest.filter((each) => each !== rarest)
    isCorrection = true
  }
  return undefined
}

async function readFrequencies(
  db: Db,
  world: LiveWorldCode,
  words: readonly QueryWord[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('search_word')
    .select(['word', 'frequency'])
    .where('world', '=', world)
    .where('word', 'in', [...words.map((each) => each.folded), ''])
    .execute()
  return new Map(rows.map((row) => [row.word, row.frequency]))
}

/**
 * The two words of a compound that some material has apart ("Getreidearbeitsblatt": "Getreide Arbeitsblatt"). As
 * they are first, then each as the beginning of a longer word; of several ways the one with the most even halves.
 */
async function splitCompound(db: Db, world: LiveWorldCode, folded: string): Promise<string[] | undefined> {
  const { config, compounds } = searchLanguages[world]
  const cuts = [...Array(Math.max(0, folded.length - 2 * minPartLetters + 1)).keys()].map(
    (index) => index + minPartLetters,
  )
  if (!compounds || cuts.length === 0) return undefined
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
      and exists (select from material_search where world = ${world} and document @@ query)
    order by place, abs(length(head) - length(tail)) limit 1
  `.execute(db)
  return rows[0] && [rows[0].head, rows[0].tail]
}

/** The known word that was most likely meant: fewest typing errors as it sounds, then the most used. */
async function findSimilar(db: Db, world: LiveWorldCode, folded: string): Promise<Counted | undefined> {
  if (folded.length < minCorrectable) return undefined
  const { rows } = await sql<{
    typed: string
    sound: string
    form: string
    frequency: number
    similarity: number
  }>`
    with typed as materialized (select search_sound(${folded}) as typed),
    alike as (
      select sound, form, frequency from search_word, typed
      where world = ${world} and sound % typed and abs(length(sound) - length(typed)) <= 3
      order by similarity(sound, typed) desc limit ${maxCandidates}
    ), shaped as (
      select sound, form, frequency from typed, generate_series(length(typed) - 1, length(typed) + 1) as letters,
        lateral (select sound, form, frequency from search_word
          where world = ${world} and left(sound, 1) = left(typed, 1) and length(sound) = letters
          order by frequency desc limit ${maxCandidates}) as word
    )
    select typed, sound, form, frequency, similarity(sound, typed) as similarity
    from typed, (select * from alike union select * from shaped) as candidate
  `.execute(db)
  const limit = allowedErrors(folded.length)
  const judged = rows.flatMap(({ typed, sound, form, frequency, similarity }) => {
    const errors = typingErrors(typed, sound, limit)
    if (errors > limit && similarity < sureSimilarity) return []
    // One error is worth much more than any frequency; the first letter is seldom the wrong one.
    const cost = errors - similarity - 0.03 * Math.log(frequency) + (typed[0] === sound[0] ? 0 : 0.3)
    return [{ word: form, frequency, cost }]
  })
  return judged.toSorted((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))[0]
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
