import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { foldWord } from './lexicon/fold.ts'
import { completeWords, hasMatch } from './words/correct.ts'
import { greeklishSounds, isLatin } from './words/greeklish.ts'
import { searchLanguages } from './words/languages.ts'
import { readGreeklish } from './words/read-greeklish.ts'
import { readWords } from './words/read-words.ts'
import { queryWords, topicsOf, toWordQuery } from './words/words.ts'

/** Words looked through for those that some material has together with the words before. */
const maxCandidates = 16
const maxReadings = 8

/** What is typed so far with its last word completed: only words that some material has together with the others. */
export async function suggest(
  db: Db,
  { world, typed, limit }: { world: LiveWorldCode; typed: string; limit: number },
): Promise<string[]> {
  const words = queryWords(typed)
  const last = words.pop()
  if (last === undefined) return []
  if (words.length === 0) return complete(db, world, last, limit)
  const before = world === 'gr' ? await readGreeklish(db, words) : words
  const [read, candidates] = await Promise.all([
    readWords(db, world, before),
    complete(db, world, last, maxCandidates),
  ])
  const query = topicsOf(read).length > 0 ? toWordQuery(read) : undefined
  const fitting = query ? await together(db, world, query.match, candidates) : candidates
  return fitting.slice(0, limit).map((word) => [...before, word].join(' '))
}

async function complete(db: Db, world: LiveWorldCode, typed: string, limit: number): Promise<string[]> {
  const folded = foldWord(typed)
  const plain = await completeWords(db, world, typed, limit)
  if (world !== 'gr' || !isLatin(folded)) return plain
  const sounds = greeklishSounds(folded).slice(0, maxReadings)
  const { rows } = await sql<{ form: string }>`
    select form from unnest(${sounds}::text[]) with ordinality as asked(start, place), lateral (
      select form, frequency from search_word
      where world = 'gr' and sound ~>=~ start and sound ~<~ (start || '~')
      order by frequency desc limit ${limit}) as found
    order by frequency desc, place limit ${limit}
  `.execute(db)
  const begun = plain.filter((form) => foldWord(form).startsWith(folded))
  return [...new Set([...begun, ...rows.map(({ form }) => form), ...plain])].slice(0, limit)
}

/** Those words that some material has together with what matches. */
async function together(
  db: Db,
  world: LiveWorldCode,
  match: string,
  words: readonly string[],
): Promise<string[]> {
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ word: string }>`
    select word from (
      select word, place, ${match}::tsquery && plainto_tsquery(${config}::regconfig, fold(word)) as query
      from unnest(${[...words]}::text[]) with ordinality as list(word, place) offset 0) as asked
    where ${hasMatch(world, sql.ref('query'))}
    order by place
  `.execute(db)
  return rows.map((row) => row.word)
}
