/** Words past this number do not make a search better, only slower. */
const maxQueryWords = 12
const maxQueryChars = 200
const maxWordChars = 60

/**
 * The words of any text: letters, marks and digits, nothing else. Documents and queries go through the same cut,
 * so PostgreSQL's parser never sees an operator, a host name or the "-6" of "5-6".
 */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toWellFormed()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  return words.filter((word) => word.length <= maxWordChars)
}

/** What is searched of what was typed: any input is cut to something small and harmless. */
export function queryWords(query: string): string[] {
  return wordsOf(query.slice(0, maxQueryChars)).slice(0, maxQueryWords)
}

/** A word of the query as the index knows it. */
export interface QueryWord {
  word: string
  /** Without accents and case: the key of search_word. */
  folded: string
  /** A tsquery text, quoted by PostgreSQL itself; undefined for a word that is never indexed. */
  lexeme: string | undefined
  /** Whether longer words that begin with it count as well: German writes "Bruchrechnungsaufgaben" as one. */
  isCompoundStart: boolean
}

/** Two tsquery texts: `match` decides what is found, `exact` (as typed, no compounds) what ranks higher. */
export interface WordQuery {
  match: string
  exact: string
}

/** All words must occur. Undefined when no word can be searched. */
export function toWordQuery(words: readonly QueryWord[]): WordQuery | undefined {
  const searchable = words.flatMap((each) =>
    each.lexeme === undefined ? [] : [{ ...each, lexeme: each.lexeme }],
  )
  if (searchable.length === 0) return undefined
  const match = searchable.map(({ isCompoundStart, lexeme }) =>
    isCompoundStart && /^'[^'\\]+'$/.test(lexeme) ? `${lexeme}:*` : `(${lexeme})`,
  )
  const exact = searchable.map((each) => `(${each.lexeme})`)
  return { match: match.join(' & '), exact: exact.join(' & ') }
}
