import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type Random, shuffled } from '#platform/rules/random.ts'
import { type Keyword, keywordsOf, stemOf } from '../../../text/keywords.ts'
import { sentencesOf, wordsIn } from '../../../text/sentences.ts'

export type QuizItem =
  | { kind: 'choice'; sentence: string; answer: string; options: string[]; source: string }
  | { kind: 'short'; sentence: string; answer: string; source: string }
  | { kind: 'true_false'; statement: string; isTrue: boolean; source: string }

interface Wanted {
  count: number
  kind: 'mixed' | 'choice' | 'true_false' | 'short'
  language: LiveWorldCode
  random: Random
}

const gap = '_______'
const fewestWords = 5
const mostLetters = 320

/** A word of a sentence that can be asked for. */
interface Target {
  sentence: string
  word: string
  at: number
  rank: number
}

/**
 * Questions whose answers stand in the text, each asked once. There are as many as wanted where the text has as much to ask;
 * their kinds take turns, and they come in the order of the text.
 */
export function quizItems(source: string, { count, kind, language, random }: Wanted): QuizItem[] {
  const sentences = [...new Set(sentencesOf(source, language))].filter(
    (sentence) =>
      wordsIn(sentence).length >= fewestWords && sentence.length <= mostLetters && !/[?;]$/.test(sentence),
  )
  const keywords = keywordsOf(source, language)
  const targets = targetsIn(sentences, keywords, language)
  const kinds = kind === 'mixed' ? (['choice', 'true_false', 'short'] as const) : [kind]
  const items: { item: QuizItem; place: number }[] = []
  const statedSentences = new Set<string>()
  let truths = 0
  const wordsBefore = wordsBeforeIn(sentences)
  const queue = [...targets]
  while (items.length < count && queue.length > 0) {
    const target = queue.shift()
    if (!target) break
    const wanted = kinds[items.length % kinds.length] ?? 'short'
    // What cannot be asked as wanted is asked otherwise, where kinds are mixed.
    const order = kind === 'mixed' ? [wanted, ...kinds.filter((each) => each !== wanted)] : [wanted]
    for (const each of order) {
      const made = itemOf(each, target, {
        keywords,
        sentences,
        statedSentences,
        makesTruth: truths % 2 === 0,
        wordsBefore,
        random,
      })
      if (made === undefined) continue
      if (made.kind === 'true_false') {
        truths += 1
        statedSentences.add(made.source)
      }
      items.push({ item: made, place: sentences.indexOf(target.sentence) })
      break
    }
  }
  return items.toSorted((one, other) => one.place - other.place).map(({ item }) => item)
}

/** First the best word of each sentence, then the second one of each, and so on. */
function targetsIn(
  sentences: readonly string[],
  keywords: readonly Keyword[],
  language: LiveWorldCode,
): Target[] {
  const rank = new Map(keywords.map(({ word }, at) => [stemOf(word), at]))
  const asked = new Set<string>()
  const perSentence = sentences.map((sentence) => {
    const numbers = [...sentence.matchAll(/(?<![\p{L}\d.,])\d{1,4}(?:[.,]\d+)?(?![\p{L}\d]|[.,]\d)/gu)].map(
      ({ 0: word, index }) => ({
        ...{ sentence, word, at: index, rank: 5 },
      }),
    )
    const words = wordsIn(sentence).flatMap(({ word, at }): Target[] => {
      const elided =
        language === 'fr' || language === 'it'
          ? (/^\p{L}{1,5}[’'](?=\p{L}{2})/u.exec(word)?.[0].length ?? 0)
          : 0
      const bare = word.slice(elided)
      const place = rank.get(stemOf(bare))
      return place === undefined || at === 0 ? [] : [{ sentence, word: bare, at: at + elided, rank: place }]
    })
    const once = (all: Target[]) =>
      all.filter(({ word }, index) => all.findIndex((other) => other.word === word) === index)
    return once([...numbers, ...words]).toSorted((one, other) => one.rank - other.rank)
  })
  const most = Math.max(0, ...perSentence.map(({ length }) => length))
  return Array.from({ length: most }, (_, turn) => perSentence.flatMap((targets) => targets[turn] ?? []))
    .flat()
    .filter(({ sentence, word }) => {
      const name = `${sentence} ${word}`
      return !asked.has(name) && asked.add(name)
    })
}

interface Around {
  keywords: readonly Keyword[]
  sentences: readonly string[]
  statedSentences: ReadonlySet<string>
  makesTruth: boolean
  random: Random
  /** Behind which words each stands in the text: the same article, mostly. */
  wordsBefore: ReadonlyMap<string, ReadonlySet<string>>
}

const wordBefore = (sentence: string, at: number) =>
  wordsIn(sentence.slice(0, at)).at(-1)?.word.toLocaleLowerCase() ?? ''

function wordsBeforeIn(sentences: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const sentence of sentences)
    for (const { word, at } of wordsIn(sentence)) {
      const before = found.get(stemOf(word)) ?? new Set<string>()
      found.set(stemOf(word), before.add(wordBefore(sentence, at)))
    }
  return found
}

function itemOf(kind: QuizItem['kind'], target: Target, around: Around): QuizItem | undefined {
  const { sentence, word, at } = target
  const shown = `${sentence.slice(0, at)}${gap}${sentence.slice(at + word.length)}`
  // The answer must not stand elsewhere in its own sentence.
  if (kind !== 'true_false' && new RegExp(`(?<!\\p{L})${escaped(word)}(?!\\p{L})`, 'iu').test(shown))
    return undefined
  if (kind === 'short') return { kind, sentence: shown, answer: word, source: sentence }
  if (kind === 'choice') {
    const wrong = distractorsOf(target, around)
    if (wrong.length < 3) return undefined
    return {
      kind,
      sentence: shown,
      answer: word,
      options: shuffled([word, ...wrong], around.random),
      source: sentence,
    }
  }
  if (around.statedSentences.has(sentence)) return undefined
  if (around.makesTruth) return { kind, statement: sentence, isTrue: true, source: sentence }
  // A wrong word is put where it fits: behind a word behind which it stands in the text, too.
  const before = wordBefore(sentence, at)
  const [other] = distractorsOf(target, around).filter(
    (each) => /^\d/.test(each) || around.wordsBefore.get(stemOf(each))?.has(before),
  )
  if (other === undefined) return undefined
  const statement = `${sentence.slice(0, at)}${other}${sentence.slice(at + word.length)}`
  return around.sentences.includes(statement)
    ? undefined
    : { kind, statement, isTrue: false, source: sentence }
}

/** Three wrong answers of the same shape, mostly with one that is as long as the right one, so that length says nothing. */
function distractorsOf({ sentence, word, at }: Target, { keywords, random, wordsBefore }: Around): string[] {
  if (/^\d/.test(word)) return numbersNear(word, random)
  const isCapital = /^\p{Lu}/u.test(word)
  const before = wordBefore(sentence, at)
  const own = new Set([stemOf(word), ...wordsIn(sentence).map((each) => stemOf(each.word))])
  const fitting = keywords
    .map((keyword) => keyword.word)
    .filter((other) => /^\p{Lu}/u.test(other) === isCapital && !own.has(stemOf(other)))
    .map((other) => ({
      other,
      off:
        Math.abs(other.length - word.length) -
        (other.slice(-2) === word.slice(-2) ? 2 : 0) -
        (wordsBefore.get(stemOf(other))?.has(before) ? 3 : 0),
    }))
    .toSorted((one, two) => one.off - two.off || (one.other < two.other ? -1 : 1))
  const best = fitting.slice(0, 8).map(({ other }) => other)
  const chosen = shuffled(best, random).slice(0, 3)
  // As often as chance would have it the right one is the longest: never would tell, too.
  if (chosen.length === 3 && chosen.every((other) => other.length < word.length) && random() > 0.25) {
    const longer = fitting.map(({ other }) => other).find((other) => other.length >= word.length)
    if (longer === undefined) return []
    chosen[2] = longer
  }
  return [...new Set(chosen)]
}

function numbersNear(word: string, random: Random): string[] {
  if (/[.,]/.test(word)) return []
  const value = Number(word)
  const step = value < 12 ? 1 : value < 100 ? 5 : value < 1000 ? 50 : 10
  const near = [-3, -2, -1, 1, 2, 3].map((times) => value + times * step).filter((other) => other > 0)
  return shuffled(near, random).slice(0, 3).map(String)
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
