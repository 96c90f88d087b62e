import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { foldWord } from '../lexicon/fold.ts'
import { lexicons } from '../lexicon/lexicons.ts'
import type { Meaning, Phrases } from './phrases.ts'

/** Words of a query that are a filter: "Klasse 4", "KS3", "gratis". */
export interface Wish extends Meaning {
  /** As they were typed. */
  words: string[]
}

export interface Wished {
  wishes: Wish[]
  /** The other words, in order. */
  rest: string[]
}

/** A phrase has no more words that mean something. */
const maxPhraseWords = 5

interface Token {
  word: string
  /** Folded, and what single words it is a synonym for. */
  ways: readonly string[]
}

interface Found {
  from: number
  to: number
  meaning: Meaning
}

/**
 * Takes the grades, stages and "free" out of a query, the longest phrases first. `synonyms` are what operators noted
 * for runs of words: they are read before the phrases, so that an operator's word for a grade is one.
 */
export function readWishes(
  world: LiveWorldCode,
  { wishes }: Phrases,
  words: readonly string[],
  synonyms: readonly { from: number; length: number; text: string }[] = [],
): Wished {
  const lexicon = lexicons[world]
  const inside = new Set(lexicon.inside)
  const tokens = words.map((word, index): Token => {
    const own = synonyms.filter(({ from, length }) => from === index && length === 1)
    const others = own.map(({ text }) => foldWord(text)).filter((text) => !text.includes(' '))
    return { word, ways: [foldWord(word), ...others] }
  })
  const taken = new Set<number>()
  const found: Found[] = []
  for (let index = 0; index < tokens.length; ) {
    const match = longest(wishes, tokens, index, inside) ?? bySynonym(wishes, synonyms, index)
    if (!match) {
      index += 1
      continue
    }
    const wider = withNeighbours(lexicon, wishes, tokens, match, taken)
    for (let place = wider.from; place < wider.to; place += 1) taken.add(place)
    found.push(wider)
    index = wider.to
  }
  return {
    wishes: joinKinds(found, words),
    rest: words.filter((_, index) => !taken.has(index)),
  }
}

/** The phrases of a list that are named, forms of material or subjects, and the places of the words that name them. */
export function readNamed(
  types: Phrases['types'],
  words: readonly string[],
  inside: ReadonlySet<string>,
): { from: number; to: number; termIds: readonly number[] }[] {
  const tokens = words.map((word) => ({ word, ways: [foldWord(word)] }))
  const found: { from: number; to: number; termIds: readonly number[] }[] = []
  for (let index = 0; index < tokens.length; ) {
    const match = longest(types, tokens, index, inside)
    const [first = ''] = words.slice(index, index + 1)
    // "ab" is a small word, "AB" is a worksheet.
    const isSmall =
      match !== undefined && match.to === index + 1 && first.length < 3 && first !== first.toUpperCase()
    if (!match || isSmall) {
      index += 1
      continue
    }
    found.push({ from: match.from, to: match.to, termIds: match.meaning.termIds })
    index = match.to
  }
  return found
}

function longest(
  list: ReadonlyMap<string, Meaning>,
  tokens: readonly Token[],
  from: number,
  inside: ReadonlySet<string>,
): Found | undefined {
  let best: Found | undefined
  let keys = tokens[from]?.ways ?? []
  let count = 1
  for (let to = from + 1; to <= tokens.length && count <= maxPhraseWords; to += 1) {
    // The word itself before what it is a synonym for.
    const key = keys.find((each) => list.has(each))
    const meaning = key === undefined ? undefined : list.get(key)
    if (meaning) best = { from, to, meaning }
    const next = tokens[to]
    if (!next) break
    if (inside.has(next.ways[0] ?? '')) continue
    keys = keys.flatMap((key) => next.ways.map((way) => `${key} ${way}`))
    count += 1
  }
  return best
}

/** A synonym that is a phrase as a whole: "peques" is "Infantil". */
function bySynonym(
  list: ReadonlyMap<string, Meaning>,
  synonyms: readonly { from: number; length: number; text: string }[],
  index: number,
): Found | undefined {
  for (const { from, length, text } of synonyms) {
    if (from !== index) continue
    const meaning = list.get(text.split(/\s+/).map(foldWord).join(' '))
    if (meaning) return { from, to: from + length, meaning }
  }
  return undefined
}

/** "Klasse 3 und 4", "5 bis 7 Klasse": numbers that go with a grade next to them. */
function withNeighbours(
  lexicon: (typeof lexicons)[LiveWorldCode],
  list: ReadonlyMap<string, Meaning>,
  tokens: readonly Token[],
  match: Found,
  taken: ReadonlySet<number>,
): Found {
  const keys = tokens.slice(match.from, match.to).map(({ ways }) => ways[0] ?? '')
  const own = keys.findIndex((key) => /^\d+$/.test(key))
  if (match.meaning.kind !== 'class_grade' || own < 0 || keys.length < 2) return match
  const inside = new Set(lexicon.inside)
  const meaningFor = (number: number) =>
    list.get(
      keys
        .with(own, String(number))
        .filter((key, index) => index === 0 || !inside.has(key))
        .join(' '),
    )
  const step = own === 0 ? -1 : 1
  let edge = own === 0 ? match.from : match.to
  let last = Number(keys[own])
  const meanings = [match.meaning]
  for (;;) {
    const at = (offset: number) => tokens[step > 0 ? edge + offset : edge - 1 - offset]?.ways[0] ?? ''
    const link = lexicon.and.includes(at(0)) || lexicon.to.includes(at(0)) ? 1 : 0
    const place = step > 0 ? edge + link : edge - 1 - link
    const number = at(link)
    if (!/^\d{1,2}$/.test(number) || taken.has(place) || !meaningFor(Number(number))) break
    const isRange = link > 0 && lexicon.to.includes(at(0))
    for (const each of isRange ? between(last, Number(number)) : [Number(number)]) {
      const meaning = meaningFor(each)
      if (meaning) meanings.push(meaning)
    }
    last = Number(number)
    edge = step > 0 ? place + 1 : place
  }
  return {
    from: Math.min(match.from, edge),
    to: Math.max(match.to, edge),
    meaning: joinMeanings(step > 0 ? meanings : meanings.toReversed()),
  }
}

/** The numbers from the one after `first` to `last`, in either direction. */
function between(first: number, last: number): number[] {
  const step = last < first ? -1 : 1
  return Array.from({ length: Math.abs(last - first) }, (_, index) => first + step * (index + 1))
}

function joinMeanings(meanings: readonly Meaning[]): Meaning {
  const [first] = meanings
  return {
    kind: first?.kind ?? 'class_grade',
    ids: [...new Set(meanings.flatMap(({ ids }) => ids))],
    termIds: [...new Set(meanings.flatMap(({ termIds }) => termIds))],
  }
}

/** One wish per kind: two grades are one or the other. */
function joinKinds(found: readonly Found[], words: readonly string[]): Wish[] {
  const kinds = [...new Set(found.map(({ meaning }) => meaning.kind))]
  return kinds.map((kind) => {
    const own = found.filter(({ meaning }) => meaning.kind === kind)
    return {
      ...joinMeanings(own.map(({ meaning }) => meaning)),
      words: own.flatMap(({ from, to }) => words.slice(from, to)),
    }
  })
}
