import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { sentencesOf, wordsIn } from './sentences.ts'

export type ReadingBand = 'very_easy' | 'easy' | 'medium' | 'hard' | 'very_hard'

export interface Readability {
  sentences: number
  words: number
  /** Words in a sentence, on average. */
  sentenceLength: number
  /** Of all words, in per cent: those with more than six letters. */
  longWords: number
  /** The name of the formula of the language. */
  formula: string
  score: number
  band: ReadingBand
}

const vowels: Record<LiveWorldCode, RegExp> = {
  de: /[aeiouyäöü]+/giu,
  en: /[aeiouy]+/giu,
  es: /[aeiouáéíóúü]+/giu,
  fr: /[aeiouyàâäéèêëîïôöùûüÿœæ]+/giu,
  it: /[aeiouàèéìíòóùú]+/giu,
  gr: /[αεηιουωάέήίόύώϊϋΐΰ]+/giu,
}

/** Syllables, counted as groups of vowels; a silent e at the end counts in neither English nor French. */
export function syllablesIn(word: string, language: LiveWorldCode): number {
  const groups = word.match(vowels[language])?.length ?? 0
  const isSilent =
    (language === 'en' && /[^aeiouyl]e$/i.test(word)) ||
    (language === 'fr' && /[^aeiouyàâéèêî]e?s?$/i.test(word) && /es?$/i.test(word))
  return Math.max(1, groups - (isSilent ? 1 : 0))
}

/** Lower limits of bands, from very easy down; what is below the last is very hard. */
const bands: readonly ReadingBand[] = ['very_easy', 'easy', 'medium', 'hard', 'very_hard']

/**
 * How hard a text is to read, by the formula that is usual in its language: Amstad, Flesch, Fernández Huerta, Kandel and Moles,
 * Gulpease; LIX for Greek. Undefined for a text without words.
 */
export function readabilityOf(text: string, language: LiveWorldCode): Readability | undefined {
  const sentences = sentencesOf(text, language)
  const words = sentences.flatMap((sentence) => wordsIn(sentence).map(({ word }) => word))
  if (words.length === 0) return undefined
  const perSentence = words.length / sentences.length
  const perWord = words.reduce((sum, word) => sum + syllablesIn(word, language), 0) / words.length
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const longWords = (100 * words.filter((word) => word.length > 6).length) / words.length
  const shared = { sentences: sentences.length, words: words.length, sentenceLength: perSentence, longWords }
  const easyUp = (formula: string, score: number, limits: readonly number[]): Readability => {
    const at = limits.findIndex((limit) => score >= limit)
    return { ...shared, formula, score, band: bands[at < 0 ? 4 : at] ?? 'very_hard' }
  }
  switch (language) {
    case 'de':
      return easyUp('Flesch (Amstad)', 180 - perSentence - 58.5 * perWord, [80, 65, 50, 30])
    case 'en':
      return easyUp('Flesch Reading Ease', 206.835 - 1.015 * perSentence - 84.6 * perWord, [85, 70, 55, 35])
    case 'es':
      return easyUp('Fernández Huerta', 206.84 - 60 * perWord - 1.02 * perSentence, [85, 70, 55, 35])
    case 'fr':
      return easyUp('Kandel-Moles', 207 - 1.015 * perSentence - 73.6 * perWord, [85, 70, 55, 35])
    case 'it':
      return easyUp('Gulpease', 89 + (300 * sentences.length - 10 * letters) / words.length, [80, 65, 50, 38])
    case 'gr':
      return lix(shared)
  }
}

/** The only one that rises with difficulty; Greek words are long, so its limits lie higher than those of Björnsson. */
function lix(shared: Omit<Readability, 'formula' | 'score' | 'band'>): Readability {
  const score = shared.sentenceLength + shared.longWords
  const at = [38, 48, 58, 68].findIndex((limit) => score < limit)
  return { ...shared, formula: 'LIX', score, band: bands[at < 0 ? 4 : at] ?? 'very_hard' }
}
