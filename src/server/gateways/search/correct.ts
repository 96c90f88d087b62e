import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { searchLanguages } from './languages.ts'
import { type QueryWord, toWordQuery } from './words.ts'

/** Shorter words are too like many others. */
const minCorrectable = 4
const minSimilarity = 0.34
/** Shorter words begin too many others. */
const minCompoundLetters = 5
/** A word that 64 x 64 materials have needs no compounds to be found, and all of them would take too long. */
const commonFrom = 64

/** Words as the world's text search configuration and `fold` see them; words without meaning lose their lexeme. */
export async function readWords(db: Db, world: LiveWorldCode, words: string[]): Promise<QueryWord[]> {
  if (words.length === 0) return []
  const { config, compounds, stopWords } = searchLanguages[world]
  const { rows } = await sql<{
    word: string
    folded: string
    lexeme: string
    stop: boolean
    common: boolean
  }>`
    select word, folded, lexeme::text, numnode(plainto_tsquery(${config}::regconfig, lower(word))) = 0 as stop,
      ${compounds} and exists (
        select from material_sample where world = ${world} and document @@ lexeme offset ${commonFrom}) as common
    from (
      select word, place, fold(word) as folded, plainto_tsquery(${config}::regconfig, fold(word)) as lexeme
      from unnest(${words}::text[]) with ordinality as typed(word, place) offset 0
    ) as typed order by place
  `.execute(db)
  const read = rows.map(({ word, folded, lexeme, stop, common }) => ({
    word,
    folded,
    lexeme: lexeme === '' || stop || stopWords.has(folded) ? undefined : lexeme,
    isCompoundStart: compounds && !common && folded.length >= minCompoundLetters,
  }))
  if (read.some((each) => each.lexeme !== undefined)) return read
  // Nothing but small words: then they are what is meant.
  return read.map((each, index) => ({ ...each, lexeme: rows[index]?.lexeme || undefined }))
}

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

/**
 * Words that find something, made from words that do not: a word found nowhere becomes the most similar known
 * one; as long as that is not enough, the rarest word is left out. Undefined when nothing helps.
 */
export async function correctWords(
  db: Db,
  world: LiveWorldCode,
  words: readonly QueryWord[],
): Promise<QueryWord[] | undefined> {
  const searchable = words.filter((each) => each.lexeme !== undefined)
  const frequencies = await readFrequencies(db, world, searchable)
  const corrected: (QueryWord & { frequency: number })[] = []
  for (const each of searchable) {
    const frequency = frequencies.get(each.folded) ?? 0
    if (frequency > 0 || (await isFound(db, world, [each])))
      corrected.push({ ...each, frequency: frequency || 1 })
    else {
      const similar = await findSimilar(db, world, each.folded)
      if (similar) corrected.push(similar)
    }
  }
  const known = await readWords(
    db,
    world,
    corrected.map((each) => each.word),
  )
  let rest = known.map((each, index) => ({ ...each, frequency: corrected[index]?.frequency ?? 0 }))
  while (rest.length > 0 && !(await isFound(db, world, rest))) {
    const rarest = rest.reduce((least, each) => (each.frequency < least.frequency ? each : least))
    rest = rest.filter((each) => each !== rarest)
  }
  return rest.length > 0 ? rest : undefined
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

async function findSimilar(
  db: Db,
  world: LiveWorldCode,
  folded: string,
): Promise<(QueryWord & { frequency: number }) | undefined> {
  if (folded.length < minCorrectable) return undefined
  const { rows } = await sql<{ word: string; form: string; frequency: number }>`
    select word, form, frequency from search_word
    where world = ${world} and word % ${folded} and similarity(word, ${folded}) >= ${minSimilarity}
      and abs(length(word) - ${folded.length}) <= 3
    order by similarity(word, ${folded}) + 0.02 * ln(frequency)
      + case when left(word, 1) = left(${folded}, 1) then 0.1 else 0 end desc, word
    limit 1
  `.execute(db)
  const best = rows[0]
  return (
    best && {
      word: best.form,
      folded: best.word,
      lexeme: undefined,
      isCompoundStart: false,
      frequency: best.frequency,
    }
  )
}

/** Words that complete the last one typed, written as typed first, then most used; similar ones where none begins with it. */
export async function completeWords(
  db: Db,
  world: LiveWorldCode,
  typed: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ form: string }>`
    select form from search_word
    where world = ${world} and word ^@ fold(${typed})
    order by form ^@ lower(${typed}) desc, frequency desc, word limit ${limit}
  `.execute(db)
  const forms = rows.map((row) => row.form)
  if (forms.length > 0 || typed.length < minCorrectable) return forms
  const similar = await sql<{ form: string }>`
    select form from search_word where world = ${world} and word % fold(${typed})
    order by similarity(word, fold(${typed})) + 0.02 * ln(frequency) desc, word limit ${limit}
  `.execute(db)
  return similar.rows.map((row) => row.form)
}
