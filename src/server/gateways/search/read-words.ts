import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { searchLanguages } from './languages.ts'
import { type QueryWord, runsOf, umlautSpellings } from './words.ts'

/** Shorter words begin too many others. */
const minCompoundLetters = 5
/** Shorter words end too many others: "Test" ends "Latest", "Tiere" does not. */
const minEndLetters = 4
/** What comes before the end of a compound has at least these letters: "Beispiel" is no "Spiel". */
const minHeadLetters = 4
const maxNarrower = 24
/** A word that 64 x 64 materials have needs no compounds to be found, and all of them would take too long. */
const commonFrom = 64
/** Endings of German nouns, which hide the stem at the end of a compound. */
const endings = ['', 'e', 'en', 'er', 'ern', 'es', 's', 'n']

interface Lexeme {
  folded: string
  lexeme: string
  stop: boolean
  common: boolean
}

/**
 * Words as the world's text search configuration and `fold` see them, with what else they mean: synonyms, umlauts
 * written as two letters, longer words that begin or end with them. Words without meaning lose their lexeme.
 */
export async function readWords(db: Db, world: LiveWorldCode, words: string[]): Promise<QueryWord[]> {
  if (words.length === 0) return []
  const { compounds, stopWords } = searchLanguages[world]
  const spellings = compounds ? words.map(umlautSpellings) : []
  const [lexemes, synonyms] = await Promise.all([
    readLexemes(db, world, [...words, ...spellings.flat()]),
    readSynonyms(db, world, words),
  ])
  const bySpelling = new Map(spellings.flat().map((text, index) => [text, lexemes[words.length + index]]))
  const read = words.map((word, index): QueryWord & { common: boolean } => {
    const own = lexemes[index] ?? { folded: '', lexeme: '', stop: true, common: false }
    const others = (spellings[index] ?? []).flatMap((text) => bySpelling.get(text)?.lexeme || [])
    const isSmall = own.lexeme === '' || own.stop || stopWords.has(own.folded)
    return {
      word,
      folded: own.folded,
      lexeme: isSmall ? undefined : own.lexeme,
      isCompoundStart: compounds && !own.common && own.folded.length >= minCompoundLetters,
      same: others,
      narrower: [],
      common: own.common,
    }
  })
  const joined = withSynonyms(read, synonyms)
  const whole = compounds ? await withNarrower(db, world, joined) : joined
  if (whole.some((each) => each.lexeme !== undefined)) return whole
  // Nothing but small words: then they are what is meant.
  return whole.map((each, index) => ({ ...each, lexeme: lexemes[index]?.lexeme || undefined }))
}

async function readLexemes(db: Db, world: LiveWorldCode, words: string[]): Promise<Lexeme[]> {
  const { config, compounds } = searchLanguages[world]
  const { rows } = await sql<Lexeme>`
    select folded, lexeme::text, numnode(plainto_tsquery(${config}::regconfig, lower(word))) = 0 as stop,
      ${compounds} and exists (
        select from material_sample where world = ${world} and document @@ lexeme offset ${commonFrom}) as common
    from (
      select word, place, fold(word) as folded, plainto_tsquery(${config}::regconfig, fold(word)) as lexeme
      from unnest(${words}::text[]) with ordinality as typed(word, place) offset 0
    ) as typed order by place
  `.execute(db)
  return rows
}

interface Synonym {
  from: number
  length: number
  query: string
  common: boolean
}

/** The synonyms of runs of words, the longest runs first, as tsquery texts; those without a searchable word are left out. */
async function readSynonyms(db: Db, world: LiveWorldCode, words: string[]): Promise<Synonym[]> {
  const { config, compounds } = searchLanguages[world]
  const runs = runsOf(words)
  const { rows } = await sql<{ place: number; query: string; common: boolean }>`
    select place, '(' || query::text || ')' as query, ${compounds} and exists (
      select from material_sample where world = ${world} and document @@ query offset ${commonFrom}) as common
    from unnest(${runs.map((run) => run.text)}::text[]) with ordinality as run(text, place)
      join search_synonym on world = ${world} and term = fold(run.text), unnest(synonyms) as synonym,
      lateral (select plainto_tsquery(${config}::regconfig, fold(synonym)) as query offset 0) as meant
    where numnode(query) > 0
    order by place
  `.execute(db)
  return rows.flatMap(({ place, query, common }) => {
    const run = runs[place - 1]
    return run ? [{ from: run.from, length: run.length, query, common }] : []
  })
}

type ReadWord = QueryWord & { common: boolean }

/** Each word once: the longest run with synonyms takes its words along. */
function withSynonyms(words: readonly ReadWord[], synonyms: readonly Synonym[]): ReadWord[] {
  const result: ReadWord[] = []
  for (let index = 0; index < words.length; ) {
    const longest = synonyms.find(({ from }) => from === index)
    const own = words.slice(index, index + (longest?.length ?? 1))
    const same = synonyms.filter(({ from, length }) => from === index && length === longest?.length)
    result.push(joinWords(own, same))
    index += own.length
  }
  return result
}

function joinWords(own: readonly ReadWord[], found: readonly Synonym[]): ReadWord {
  const [first] = own
  if (!first) throw new Error('a run of words has words')
  const searchable = own.flatMap(({ lexeme }) => (lexeme === undefined ? [] : [lexeme]))
  const synonyms = found.map(({ query }) => query)
  if (own.length === 1 && searchable.length === 1) {
    // Where a synonym finds enough, compounds are not needed either: "Mathe" is "Mathematik".
    const common = first.common || found.some((each) => each.common)
    return {
      ...first,
      same: [...first.same, ...synonyms],
      common,
      isCompoundStart: first.isCompoundStart && !common,
    }
  }
  const word = own.map((each) => each.word).join(' ')
  // "ab" is a small word, "AB" is a worksheet.
  if (own.length === 1 && word !== word.toUpperCase()) return first
  const [synonym, ...others] = synonyms
  return {
    ...first,
    word,
    folded: own.map((each) => each.folded).join(' '),
    lexeme: searchable.length > 0 ? `(${searchable.join(' & ')})` : synonym,
    isCompoundStart: false,
    same: searchable.length > 0 ? synonyms : others,
  }
}

/** Adds the longer words that end with a rare enough word: "Rechenspiel" is a "Spiel". */
async function withNarrower(db: Db, world: LiveWorldCode, words: readonly ReadWord[]): Promise<ReadWord[]> {
  const stems = words.flatMap((word, index) => stemsOf(word).map((stem) => ({ index, stem })))
  if (stems.length === 0) return [...words]
  const { config } = searchLanguages[world]
  // Written as a range because LIKE finds its index only by a pattern that is known when the query is planned.
  const { rows } = await sql<{ place: number; lexeme: string }>`
    select distinct place, plainto_tsquery(${config}::regconfig, longer.word)::text as lexeme
    from unnest(${stems.map(({ stem }) => stem)}::text[]) with ordinality as list(stem, place), lateral (
      select word from unnest(${endings}::text[]) as ending, search_word
      where world = ${world} and reverse(word) ~>=~ reverse(stem || ending)
        and reverse(word) ~<~ (reverse(stem || ending) || U&'\\+10FFFF')
        and length(word) >= length(stem || ending) + ${minHeadLetters}
      order by frequency desc limit ${maxNarrower}
    ) as longer
  `.execute(db)
  return words.map((each, index) => ({
    ...each,
    narrower: rows.flatMap(({ place, lexeme }) =>
      stems[place - 1]?.index === index && lexeme !== '' ? [lexeme] : [],
    ),
  }))
}

/** The stems of a word and its synonyms that may end longer words. */
function stemsOf({ lexeme, same, common, folded }: ReadWord): string[] {
  if (common || lexeme === undefined) return []
  return [lexeme, ...same].flatMap((query) => {
    const stem = /^\(?'([^'\\]+)'\)?$/.exec(query)?.[1]
    if (!stem) return []
    if (stem.length >= minEndLetters) return [stem]
    return query === lexeme && folded.length >= minEndLetters ? [folded] : []
  })
}
