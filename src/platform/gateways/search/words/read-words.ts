import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { foldWord } from '../lexicon/fold.ts'
import { lexicons } from '../lexicon/lexicons.ts'
import { searchLanguages } from './languages.ts'
import { nameLexeme, type QueryWord, runsOf, smallLexeme, umlautSpellings, type WordRole } from './words.ts'

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

/** What may stand between the two parts of a German compound. */
const links = ['', 's', 'n', 'en', 'es', 'er']
/** A Greek word without its ending has at least these letters. */
const minGreekStem = 3
/** Endings of Greek nouns, adjectives and verbs, as they stand in folded words; the longest first. */
const greekEndings =
  'ματων ματος ματα ματι ατων ατος ατα ουμε ουνε εων εως ους ων ες ος ου οι ης ας ις εις ειτε ετε αει ιων ιες ιας ια μα αω ω ει ο η α ι ε υ'.split(
    ' ',
  )

interface Lexeme {
  folded: string
  lexeme: string
  stop: boolean
  common: boolean
  frequency: number
}

/** A run of words that name a form of material or a subject. */
export interface NamedSpan {
  from: number
  to: number
  termIds: readonly number[]
}

export interface Named {
  types: readonly NamedSpan[]
  subjects: readonly NamedSpan[]
  /** Whether there is something to look for even if no word is a topic. */
  isNarrowed: boolean
}

/**
 * Words as the world's text search configuration and `fold` see them, with what else they mean: synonyms, umlauts
 * written as two letters, two words as one, longer words that begin or end with them. Words without meaning lose their
 * lexeme.
 */
export async function readWords(
  db: Db,
  world: LiveWorldCode,
  words: string[],
  named: Named = { types: [], subjects: [], isNarrowed: false },
): Promise<QueryWord[]> {
  if (words.length === 0) return []
  const { compounds } = searchLanguages[world]
  const lexicon = lexicons[world]
  const stop = new Set(lexicon.stop.map(foldWord))
  const weak = new Set([...lexicon.weak, ...lexicon.titles].map(foldWord))
  const spellings = compounds ? words.map(umlautSpellings) : []
  const joins = joinedPairs(words, compounds)
  const others = [...spellings.flat(), ...joins.map(({ text }) => text)]
  const [lexemes, synonyms] = await Promise.all([
    readLexemes(db, world, words, others),
    readSynonyms(db, world, words),
  ])
  const byText = new Map(others.map((text, index) => [text, lexemes[words.length + index]]))
  const read = words.map((word, index): ReadWord => {
    const own = lexemes[index] ?? { folded: '', lexeme: '', stop: true, common: false, frequency: 0 }
    const umlauts = (spellings[index] ?? []).flatMap((text) => byText.get(text)?.lexeme || [])
    const joined = joins.flatMap(({ text, at }) => {
      const found = byText.get(text)
      return (at === index || at + 1 === index) && found && found.frequency > 0 ? found.lexeme : []
    })
    const plain = foldWord(word)
    const isSmall = own.lexeme === '' || own.stop || stop.has(plain)
    const isWord = /^[\p{L}\p{N}]+$/u.test(own.folded)
    return {
      word,
      folded: own.folded,
      lexeme: own.lexeme !== '' ? own.lexeme : isWord ? smallLexeme(own.folded) : undefined,
      isCompoundStart: compounds && !own.common && own.folded.length >= minCompoundLetters,
      spellings: [...umlauts, ...joined],
      same: [],
      narrower: [],
      ...(/^[\p{L}\p{N}]{2,}$/u.test(own.folded) && { name: nameLexeme(own.folded) }),
      role: isSmall ? 'small' : weak.has(plain) ? 'weak' : 'topic',
      frequency: own.frequency,
      common: own.common,
      from: index,
      to: index + 1,
    }
  })
  const whole = withNames(withSynonyms(read, synonyms), named)
  const wider = world === 'gr' ? await withGreekForms(db, whole) : whole
  const longer = compounds ? await withNarrower(db, world, wider) : wider
  if (named.isNarrowed || longer.some((each) => each.lexeme !== undefined && each.role === 'topic'))
    return longer
  // Nothing but words around a topic, or small ones: then they are what is meant.
  const lowest = longer.some(({ role }) => role === 'weak') ? 'weak' : 'small'
  return longer.map((each): ReadWord => (each.role === lowest ? { ...each, role: 'topic' } : each))
}

/** Two words side by side written as one, with what German puts between them. */
function joinedPairs(words: readonly string[], compounds: boolean): { text: string; at: number }[] {
  return words.slice(0, -1).flatMap((word, at) => {
    const next = words[at + 1] ?? ''
    if (!/^\p{L}{2}/u.test(word) || !/^\p{L}{2}/u.test(next)) return []
    return (compounds ? links : ['']).map((link) => ({ text: `${word}${link}${next}`.toLowerCase(), at }))
  })
}

async function readLexemes(
  db: Db,
  world: LiveWorldCode,
  words: readonly string[],
  others: readonly string[],
): Promise<Lexeme[]> {
  const { config, compounds } = searchLanguages[world]
  const { rows } = await sql<Lexeme>`
    select folded, lexeme::text, numnode(plainto_tsquery(${config}::regconfig, lower(typed.word))) = 0 as stop,
      coalesce(known.frequency, 0) as frequency,
      ${compounds} and place <= ${words.length} and exists (
        select from material_sample where world = ${world} and document @@ lexeme offset ${commonFrom}) as common
    from (
      select word, place, fold(word) as folded, plainto_tsquery(${config}::regconfig, fold(word)) as lexeme
      from unnest(${[...words, ...others]}::text[]) with ordinality as typed(word, place) offset 0
    ) as typed left join search_word as known on known.world = ${world} and known.word = typed.folded
    order by place
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
      join search_synonym on world = ${world}
        and (term = fold(run.text) or stem = search_stem(${world}, fold(run.text))), unnest(synonyms) as synonym,
      lateral (select plainto_tsquery(${config}::regconfig, fold(synonym)) as query offset 0) as meant
    where numnode(query) > 0
    order by place
  `.execute(db)
  return rows.flatMap(({ place, query, common }) => {
    const run = runs[place - 1]
    return run ? [{ from: run.from, length: run.length, query, common }] : []
  })
}

type ReadWord = QueryWord & { role: WordRole; common: boolean; from: number; to: number }

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
  const searchable = own.flatMap(({ lexeme, role }) =>
    lexeme === undefined || role === 'small' ? [] : [lexeme],
  )
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
    to: own.at(-1)?.to ?? first.to,
    role: own.every(({ role }) => role === 'weak') ? 'weak' : 'topic',
    frequency: Math.max(...own.map(({ frequency = 0 }) => frequency)),
    word,
    folded: own.map((each) => each.folded).join(' '),
    lexeme: searchable.length > 0 ? `(${searchable.join(' & ')})` : synonym,
    isCompoundStart: false,
    same: searchable.length > 0 ? synonyms : others,
  }
}

/** Words that name a form of material are no topic, whatever their synonyms are; a subject is one, and a facet. */
function withNames(words: readonly ReadWord[], { types, subjects }: Named): ReadWord[] {
  const spanOf = (spans: readonly NamedSpan[], each: ReadWord) =>
    spans.find(({ from, to }) => from <= each.from && each.to <= to)
  return words.map((each) => {
    const type = spanOf(types, each)
    if (type) return { ...each, role: 'type', termIds: type.termIds }
    const subject = spanOf(subjects, each)
    return subject ? { ...each, role: 'topic', termIds: subject.termIds } : each
  })
}

/** Adds what differs from a Greek word only by its ending: the stemmer keeps "γωνία" and "γωνίες" apart. */
async function withGreekForms(db: Db, words: readonly ReadWord[]): Promise<ReadWord[]> {
  const stems = words.map(({ folded, role }) => (role === 'topic' ? greekStem(folded) : ''))
  if (stems.every((stem) => stem === '')) return [...words]
  const { rows } = await sql<{ place: number; lexeme: string }>`
    select distinct place, plainto_tsquery('greek', word)::text as lexeme
    from unnest(${stems}::text[]) with ordinality as list(stem, place), lateral (
      select word from search_word
      where world = 'gr' and stem <> '' and word ~>=~ stem and word ~<~ (stem || U&'\\+10FFFF')
        and substr(word, length(stem) + 1) = any (${['', ...greekEndings]}::text[])
      order by frequency desc limit ${maxNarrower}) as form
  `.execute(db)
  return words.map((each, index) => ({
    ...each,
    spellings: [
      ...(each.spellings ?? []),
      ...rows.flatMap(({ place, lexeme }) => (place === index + 1 && lexeme !== '' ? [lexeme] : [])),
    ],
  }))
}

function greekStem(folded: string): string {
  if (!/^[α-ως]+$/.test(folded)) return ''
  const ending = greekEndings.find(
    (each) => folded.endsWith(each) && folded.length - each.length >= minGreekStem,
  )
  return ending ? folded.slice(0, -ending.length) : ''
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
function stemsOf({ lexeme, same, common, folded, role }: ReadWord): string[] {
  if (common || lexeme === undefined || role === 'weak' || role === 'small') return []
  return [lexeme, ...same].flatMap((query) => {
    const stem = /^\(?'([^'\\]+)'\)?$/.exec(query)?.[1]
    if (!stem) return []
    if (stem.length >= minEndLetters) return [stem]
    return query === lexeme && folded.length >= minEndLetters ? [folded] : []
  })
}
