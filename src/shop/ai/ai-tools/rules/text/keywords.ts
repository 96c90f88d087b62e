import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { sentencesOf, wordsIn } from './sentences.ts'
import { isStopWord } from './stop-words.ts'

export interface Keyword {
  /** As it stands in the text the first time. */
  word: string
  score: number
  /** Sentences it stands in, by their place. */
  sentences: number[]
}

/** Endings are cut roughly: forms of one word count together. */
export function stemOf(word: string): string {
  const lower = word.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return lower.length <= 5 ? lower : lower.slice(0, Math.max(5, lower.length - 3))
}

/**
 * Words a text is about, the most important first: often, in several sentences, early, and long. In German nouns are known by
 * their capitals, elsewhere names inside a sentence are.
 */
export function keywordsOf(text: string, language: LiveWorldCode): Keyword[] {
  const sentences = sentencesOf(text, language)
  const found = new Map<string, Keyword & { times: number; isCapital: boolean }>()
  sentences.forEach((sentence, place) => {
    wordsIn(sentence).forEach(({ word, at }) => {
      // "l’eau", "dell’acqua": the article is none of the word.
      const bare =
        language === 'fr' || language === 'it' ? word.replace(/^\p{L}{1,5}[’'](?=\p{L}{2})/u, '') : word
      if (bare.length < 4 || isStopWord(bare, language) || isStopWord(word, language)) return
      const stem = stemOf(bare)
      const before = found.get(stem) ?? {
        ...{ word: bare, score: 0, sentences: [], times: 0, isCapital: false },
      }
      before.times += 1
      before.isCapital ||= at > 0 && /^\p{Lu}/u.test(bare)
      // A word that only begins a sentence is written small.
      if (at > 0 && /^\p{Ll}/u.test(bare) && before.word.toLocaleLowerCase() === bare.toLocaleLowerCase())
        before.word = bare
      if (before.sentences.at(-1) !== place) before.sentences.push(place)
      found.set(stem, before)
    })
  })
  const total = Math.max(1, sentences.length)
  return [...found.values()]
    .map(({ times, isCapital, ...keyword }) => ({
      ...keyword,
      score:
        (1 + Math.log(times)) * Math.log(1 + total / keyword.sentences.length) ** 0.5 +
        (1 - (keyword.sentences[0] ?? 0) / total) * 0.5 +
        Math.min(keyword.word.length, 12) * 0.06 +
        (isCapital ? (language === 'de' ? 1 : 0.7) : 0),
    }))
    .toSorted((one, other) => other.score - one.score || (one.word < other.word ? -1 : 1))
}
