/** Words past this number do not make a search better, only slower. */
const maxQueryWords = 12
export const maxQueryChars = 200
const maxWordChars = 60

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
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  return words.filter((word) => word.length <= maxWordChars)
}

/** What is searched of what was typed: any input is cut to something small and harmless. */
export function queryWords(query: string): string[] {
  return wordsOf(query.slice(0, maxQueryChars)).slice(0, maxQueryWords)
}

/** A word of the query, or several that a synonym holds together, as the index knows them. */
export interface QueryWord {
  word: string
  /** Without accents and case: the key of search_word. */
  folded: string
  /** A tsquery text, quoted by PostgreSQL itself; undefined for a word that is never indexed. */
  lexeme: string | undefined
  /** Whether longer words that begin with it count as well: German writes "Bruchrechnungsaufgaben" as one. */
  isCompoundStart: boolean
  /** Tsquery texts that mean the same: synonyms, "ae" for "ä". */
  same: readonly string[]
  /** Tsquery texts that mean something narrower: longer words that end with it. */
  narrower: readonly string[]
}

/**
 * Tsquery texts: `match` decides what is found, `exact` (as typed or the same, no compounds) what ranks higher,
 * `title` (all of `exact` in the title) and `phrase` (side by side there, undefined for one word) what ranks highest.
 */
export interface WordQuery {
  match: string
  exact: string
  title: string
  phrase: string | undefined
}

const plainLexeme = /^'[^'\\]+'$/

/** All words must occur. Undefined when no word can be searched. */
export function toWordQuery(words: readonly QueryWord[]): WordQuery | undefined {
  const searchable = words.flatMap((each) =>
    each.lexeme === undefined ? [] : [{ ...each, lexeme: each.lexeme }],
  )
  if (searchable.length === 0) return undefined
  const match = searchable.map(({ isCompoundStart, lexeme, same, narrower }) => {
    const own = isCompoundStart && plainLexeme.test(lexeme) ? `${lexeme}:*` : lexeme
    return any([own, ...same, ...narrower])
  })
  const exact = searchable.map(({ lexeme, same }) => any([lexeme, ...same])).join(' & ')
  const isPhrase = searchable.length > 1 && searchable.every(({ lexeme }) => plainLexeme.test(lexeme))
  return {
    match: match.join(' & '),
    exact,
    title: inTitle(exact),
    phrase: isPhrase ? inTitle(searchable.map(({ lexeme }) => lexeme).join(' <-> ')) : undefined,
  }
}

function any(queries: readonly string[]): string {
  return `(${[...new Set(queries)].join(' | ')})`
}

/** The same query for words of weight A alone. */
function inTitle(query: string): string {
  return inWeights(query, 'A')
}

/** A tsquery text whose words count only where the document has them with one of these weights (score.ts). */
export function inWeights(query: string, weights: 'A' | 'AB' | 'ABC'): string {
  return query.replace(/'(?:[^'\\]|''|\\.)*'/g, `$&:${weights}`)
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
