import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { lexicons } from '../lexicon/lexicons.ts'
import { searchLanguages } from './languages.ts'
import { readNamed, readWishes, type Wish } from './query-filters.ts'
import { readGreeklish } from './read-greeklish.ts'
import { readWords } from './read-words.ts'
import type { WorldTerms } from './terms.ts'
import { nameLexeme, type QueryWord, runsOf } from './words.ts'

/** What a query says: what it is about, and what it is to be narrowed to. */
export interface Reading {
  /** All words in order, Greek ones in Greek letters. */
  tokens: string[]
  words: QueryWord[]
  wishes: Wish[]
}

const nothingInside: ReadonlySet<string> = new Set()

/** Reads a query's words: Greek in Latin letters, grades and "free" as filters, forms of material, then the topic. */
export async function readQuery(
  db: Db,
  world: LiveWorldCode,
  terms: Pick<WorldTerms, 'phrases'>,
  typed: readonly string[],
  options: { isExact?: boolean } = {},
): Promise<Reading> {
  if (typed.length === 0) return { tokens: [], words: [], wishes: [] }
  const words = world === 'gr' && !options.isExact ? await readGreeklish(db, typed) : [...typed]
  if (options.isExact) return { tokens: words, words: await readWords(db, world, words), wishes: [] }
  const synonyms = await synonymTexts(db, world, words)
  const names = await wholeNames(db, world, words)
  const unnamed = words.filter(
    (_, index) => !names.some(({ from, length }) => from <= index && index < from + length),
  )
  const { wishes, rest } = readWishes(world, terms.phrases, unnamed, names.length > 0 ? [] : synonyms)
  const types = readNamed(terms.phrases.types, rest, nothingInside)
  const subjects = readNamed(terms.phrases.subjects, rest, new Set(lexicons[world].inside))
  const isNarrowed = wishes.length > 0 || types.length > 0 || names.length > 0
  const read = await readWords(db, world, rest, { types, subjects, isNarrowed })
  const all = [...names.map(({ word }) => word), ...read]
  const hasTopic = all.some(({ lexeme, role }) => lexeme !== undefined && role === 'topic')
  if (hasTopic || types.length === 0) return { tokens: words, words: all, wishes }
  // Nothing but a form of material: then that is what is looked for.
  const wish: Wish = {
    kind: 'material_type',
    ids: idsOf(terms, types),
    termIds: [...new Set(types.flatMap(({ termIds }) => termIds))],
    words: types.flatMap(({ from, to }) => rest.slice(from, to)),
  }
  return { tokens: words, words: all, wishes: [...wishes, wish] }
}

const maxNameWords = 5

/** Authors whose whole name stands in the query, as one word each; it may be the words of a topic as well. */
async function wholeNames(
  db: Db,
  world: LiveWorldCode,
  words: readonly string[],
): Promise<{ from: number; length: number; word: QueryWord }[]> {
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxNameWords, words.length - from) - 1 }, (__, index) => ({
      from,
      length: index + 2,
      text: words.slice(from, from + index + 2).join(''),
    })),
  )
  if (runs.length === 0) return []
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ place: number; folded: string; lexeme: string }>`
    select place, word as folded, plainto_tsquery(${config}::regconfig, fold(typed.words))::text as lexeme
    from unnest(${runs.map(({ text }) => text)}::text[],
      ${runs.map(({ from, length }) => words.slice(from, from + length).join(' '))}::text[])
      with ordinality as typed(name, words, place)
      join search_name on world = ${world} and word = fold(typed.name)
  `.execute(db)
  const found = rows
    .flatMap(({ place, folded, lexeme }) => {
      const run = runs[place - 1]
      return run ? [{ ...run, folded, lexeme }] : []
    })
    .toSorted((a, b) => b.length - a.length)
  const free = found.filter(
    (each, index) =>
      !found
        .slice(0, index)
        .some(({ from, length }) => each.from < from + length && from < each.from + each.length),
  )
  return free.map(({ from, length, folded, lexeme }) => ({
    from,
    length,
    word: {
      word: words.slice(from, from + length).join(' '),
      folded,
      lexeme: nameLexeme(folded),
      isCompoundStart: false,
      same: lexeme === '' ? [] : [`(${lexeme})`],
      narrower: [],
      role: 'topic',
    },
  }))
}

function idsOf(
  { phrases }: Pick<WorldTerms, 'phrases'>,
  types: readonly { termIds: readonly number[] }[],
): string[] {
  const wanted = new Set(types.flatMap(({ termIds }) => termIds))
  const ids = [...phrases.types.values()].flatMap((meaning) =>
    meaning.termIds.some((termId) => wanted.has(termId)) ? meaning.ids : [],
  )
  return [...new Set(ids)]
}

/** The synonyms of runs of words as they were noted. */
async function synonymTexts(
  db: Db,
  world: LiveWorldCode,
  words: readonly string[],
): Promise<{ from: number; length: number; text: string }[]> {
  const runs = runsOf(words)
  const { rows } = await sql<{ place: number; text: string }>`
    select place, synonym as text
    from unnest(${runs.map((run) => run.text)}::text[]) with ordinality as run(text, place)
      join search_synonym on world = ${world}
        and (term = fold(run.text) or stem = search_stem(${world}, fold(run.text))), unnest(synonyms) as synonym
    order by place
  `.execute(db)
  return rows.flatMap(({ place, text }) => {
    const run = runs[place - 1]
    return run ? [{ from: run.from, length: run.length, text }] : []
  })
}
