/** Different words past this number do not make a search better, only slower. */
const maxQueryWords = 64
const maxQueryChars = 4000
/** Between two numbers: all that people write for "times", with or without blanks. */
const timesSign = /(?<=\p{N}) *[×⨯✕✖·⋅∙*] *(?=\p{N})|(?<=(?:^|[^\p{L}\p{N}])\p{N}{1,3}) +[xX] +(?=\p{N})/gu
const maxWordChars = 60
/** In so few words one that comes twice is no burden, and may be meant. */
const maxFewWords = 12

/**
 * The words of any text: letters, marks and digits, nothing else. Documents and queries go through the same cut,
 * so PostgreSQL's parser never sees an operator, a host name or the "-6" of "5-6".
 */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toWellFormed()
      // "1º" is "1.º" to who writes it.
      .replace(/(?<=\p{N})[ºª]/gu, ' $&')
      // "1½" is 1 1/2; NFKC would write 11/2.
      .replace(/(?<=\p{N})(?=[¼½¾⅐-⅞])/gu, ' ')
      .normalize('NFKC')
      // "1×1", "1 x 1" and "1·1" are "1x1"; "x^2" is "x²".
      .replace(timesSign, 'x')
      .replace(/(?<=[\p{L}\p{N}])\^(?=\p{N})/gu, '')
      // "m.c.m." is one word, as "mcm" is.
      .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (letters) =>
        letters.replaceAll('.', ''),
      )
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  return words.filter((word) => word.length <= maxWordChars)
}

/** What is searched of what was typed: any input is cut to something small and harmless. */
export function queryWords(query: string): string[] {
  const words = wordsOf(query.slice(0, maxQueryChars))
  if (words.length <= maxFewWords) return words
  const seen = new Set<string>()
  const different = words.filter((word) => {
    const key = word.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
  return different.slice(0, maxQueryWords)
}

/** What a word is for: the topic has to be found; words around it, small words and forms of material only rank. */
export type WordRole = 'topic' | 'weak' | 'small' | 'type'

/** A word of the query, or several that a synonym holds together, as the index knows them. */
export interface QueryWord {
  word: string
  /** Without accents and case: the key of search_word. */
  folded: string
  /** A tsquery text, quoted by PostgreSQL itself; undefined for a word that is never indexed. */
  lexeme: string | undefined
  /** Whether longer words that begin with it count as well: German writes "Bruchrechnungsaufgaben" as one. */
  isCompoundStart: boolean
  /** Tsquery texts of other spellings: "ae" for "ä", two words as one, other endings. */
  spellings?: readonly string[]
  /** Tsquery texts that mean the same: synonyms. */
  same: readonly string[]
  /** Tsquery texts that mean something narrower: longer words that end with it. */
  narrower: readonly string[]
  /** The tsquery text of an author's name with this word. */
  name?: string
  role?: WordRole
  /** The forms of material or the subjects it names. */
  termIds?: readonly number[]
  /** Titles and keywords of the world that have it, nearly; 0 when none. */
  frequency?: number
  /** It was not typed like this. */
  isGuess?: boolean
}

/** One word's tsquery texts by how well they are what was typed, and what it counts for. */
export interface Evidence {
  role: WordRole
  exact: string
  same: string | undefined
  narrower: string | undefined
  name: string | undefined
  /** Whether no title and no keyword has the word, nor a longer one: then who has it as a name is meant. */
  isName: boolean
  termIds: readonly number[]
  frequency: number
  isGuess: boolean
  /** All of them: what the word matches. */
  match: string
}

/**
 * Tsquery texts: `match` decides what is found, `exact` (as typed or the same, no compounds) what ranks higher, `orName`
 * the same with authors called so, `title` (all of `exact` in the title) and `phrase` (side by side there, undefined for one word) what ranks highest.
 */
export interface WordQuery {
  match: string
  exact: string
  orName: string
  title: string
  phrase: string | undefined
  evidence: readonly Evidence[]
}

const plainLexeme = /^'[^'\\]+'$/

/** All topic words must occur. Undefined when no word can be searched. */
export function toWordQuery(words: readonly QueryWord[]): WordQuery | undefined {
  const searchable = words.flatMap((each) =>
    each.lexeme === undefined ? [] : [{ ...each, lexeme: each.lexeme }],
  )
  const evidence = searchable.map(toEvidence)
  const topics = searchable.filter(({ role }) => role === undefined || role === 'topic')
  if (topics.length === 0) return undefined
  const typed = topics.map(({ lexeme, spellings = [], same }) => [lexeme, ...spellings, ...same])
  const exact = typed.map(either).join(' & ')
  const isPhrase = topics.length > 1 && topics.every(({ lexeme }) => plainLexeme.test(lexeme))
  return {
    match: evidence.flatMap(({ role, match }) => (role === 'topic' ? [match] : [])).join(' & '),
    exact,
    orName: typed
      .map((ways, index) => either([...ways, ...(topics[index]?.name ? [topics[index].name] : [])]))
      .join(' & '),
    title: inTitle(exact),
    phrase: isPhrase ? inTitle(topics.map(({ lexeme }) => lexeme).join(' <-> ')) : undefined,
    evidence,
  }
}

function toEvidence(word: QueryWord & { lexeme: string }): Evidence {
  const { isCompoundStart, lexeme, spellings = [], same, narrower, name } = word
  const starts = isCompoundStart && plainLexeme.test(lexeme) ? [`${lexeme}:*`] : []
  const parts = [...starts, ...narrower]
  return {
    role: word.role ?? 'topic',
    exact: either([lexeme, ...spellings]),
    same: same.length > 0 ? either(same) : undefined,
    narrower: parts.length > 0 ? either(parts) : undefined,
    name,
    isName: (word.frequency ?? 0) === 0 && spellings.length === 0 && narrower.length === 0,
    termIds: word.termIds ?? [],
    frequency: word.frequency ?? 0,
    isGuess: word.isGuess ?? false,
    match: either([
      ...(starts.length > 0 ? starts : [lexeme]),
      ...spellings,
      ...same,
      ...narrower,
      ...(name ? [name] : []),
    ]),
  }
}

function either(queries: readonly string[]): string {
  return `(${[...new Set(queries)].join(' | ')})`
}

/** The same query for words of weight A alone. */
function inTitle(query: string): string {
  return inWeights(query, 'A')
}

/** A tsquery text whose words count only where the document has them with one of these weights (score.ts). */
export function inWeights(query: string, weights: 'A' | 'B' | 'C' | 'AB' | 'ABC'): string {
  return query.replace(/('(?:[^'\\]|''|\\.)*')(:\*)?/g, (_, lexeme: string, start?: string) =>
    start ? `${lexeme}:*${weights}` : `${lexeme}:${weights}`,
  )
}

/** How the index writes a word of a title that means nothing alone: "das oder dass". */
export function smallLexeme(folded: string): string {
  return `'small:${folded}'`
}

/** How the index writes a word of an author's name: never a stem, and apart from the words of texts. */
export function nameLexeme(folded: string): string {
  return `'author:${folded}'`
}

/**
 * Other spellings of a German word, for those who have no umlauts on their keyboard and for those who have: "Brueche"
 * and "Brüche" each find the other.
 */
export function umlautSpellings(word: string): string[] {
  const lower = word.normalize('NFC').toLowerCase()
  const written = lower.replace(/[äöü]/g, (letter) => `${letter.normalize('NFD')[0]}e`)
  // "neue", "Frauen", "Quelle": there the u and the e are letters of their own.
  const plain = lower.replace(/ae|oe|(?<![aeq])ue/g, (pair) => pair[0] ?? '')
  return [...new Set([written, plain])].filter((spelling) => spelling !== lower)
}

const maxTermWords = 3

/** Runs of up to three words, the longest first: what a synonym may be noted for. */
export function runsOf(words: readonly string[]): { from: number; length: number; text: string }[] {
  return Array.from({ length: maxTermWords }, (_, index) => maxTermWords - index).flatMap((length) =>
    Array.from({ length: Math.max(0, words.length - length + 1) }, (_, from) => ({
      from,
      length,
      text: words.slice(from, from + length).join(' '),
    })),
  )
}

/** The words a query is about, as far as they can be searched. */
export function topicsOf(words: readonly QueryWord[]): QueryWord[] {
  return words.filter(({ lexeme, role }) => lexeme !== undefined && (role === undefined || role === 'topic'))
}
