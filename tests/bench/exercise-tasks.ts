import { idAt } from '../../src/exercises/model/task/element-type.ts'
import type { Answers } from '../../src/exercises/model/task/widget.ts'
import type { Element } from '../../src/exercises/model/unit.ts'
import { element } from '../support/typed-elements.ts'

/** A task and what somebody answers to it. */
export interface AnsweredTask {
  task: Element
  answers: Answers
}

const sentences = [
  'Am Fluss sitzt ein großer Bär und schaut ins Wasser.',
  'Er frisst süße Beeren und genießt die warme Sonne.',
  'Plötzlich springt ein Fisch aus dem Wasser und platscht zurück.',
  'Der Bär vergisst seine Beeren und läuft dem Fisch hinterher.',
  'Am Abend schläft er müde und zufrieden in seiner Höhle ein.',
]
/** Written by somebody who leaves words out and makes slips. */
const wrongly = (text: string) =>
  text
    .split(' ')
    .flatMap((word, at) => (at % 4 === 3 ? [] : at % 3 === 1 ? [word.replace(/[aeiouäöü]/, 'e')] : [word]))
    .join(' ')

const animals =
  'ELEFANT NASHORN GIRAFFE ZEBRA LOEWE TIGER PANTHER ANTILOPE FLAMINGO KROKODIL SCHLANGE PAPAGEI GORILLA HYAENE STRAUSS'
const words = animals.split(' ')
const lettersOf = (count: number, from: number, letters: string) =>
  Array.from({ length: count }, (_, at) => letters[(at * at * 7 + at * 3 + from * 5) % letters.length]).join(
    '',
  )
const named = (texts: readonly string[]) => Object.fromEntries(texts.map((text, at) => [idAt(at), [text]]))

function dictation(texts: readonly string[], said: readonly string[]): AnsweredTask {
  const data = {
    sentences: texts.map((text) => ({ text, sound: '' })),
    ...{ lang: 'de', playsMax: 0, ignoresSigns: true },
  }
  return { task: element('dictation', data), answers: named(said) }
}

function crossword(texts: readonly string[]): AnsweredTask {
  const data = { words: texts.map((word) => ({ word, clue: 'Hinweis' })) }
  return { task: element('crossword', data), answers: named(texts.map((text) => `${text.slice(0, -1)}X`)) }
}

function wordSearch(texts: readonly string[], size: number): AnsweredTask {
  const data = {
    words: texts.map((word) => ({ word, clue: '' })),
    ...{ size, seed: 's', showsWords: true, dirs: ['right', 'down', 'diagonal', 'rising', 'backwards'] },
  }
  return { task: element('word_search', data), answers: named(texts.map((_text, at) => `${at + 1}, 3`)) }
}

/** What classes get: puzzles of fifteen words, a dictation with mistakes. */
export const usual: Readonly<Record<string, () => AnsweredTask>> = {
  'dictation, 5 sentences with mistakes': () => dictation(sentences, sentences.map(wrongly)),
  'crossword, 15 words': () => crossword(words),
  'word search, 15 words': () => wordSearch(words, 16),
}

const strict = { caseSensitive: false, acceptTypos: true, acceptUmlauts: true, ignoresAccents: true }
const short = (n: number) => `a${lettersOf(3, n, 'bcdefghi')}`
const manyWords = (from: number) => Array.from({ length: 99 }, (_, n) => short(from + n * 3)).join(' ')
const gaps = Array.from({ length: 100 }, (_, at) => `g${at + 1}`)

/** The largest there can be, answered so that as much as possible has to be compared. */
export const largest: Readonly<Record<string, () => AnsweredTask>> = {
  'dictation, 100 sentences of 99 words, all wrong': () =>
    dictation(Array(100).fill(manyWords(0)), Array(100).fill(manyWords(1))),
  'crossword, 40 words of 24 letters': () =>
    crossword(Array.from({ length: 40 }, (_, n) => lettersOf(24, n, 'enisratdhulcgmobwf'))),
  'crossword, 40 words of two letters': () =>
    crossword(Array.from({ length: 40 }, (_, n) => lettersOf(24, n, 'ab'))),
  'word search, 100 words': () =>
    wordSearch(
      Array.from({ length: 100 }, (_, n) => lettersOf(12, n, 'enisratdhulcgmobwf')),
      24,
    ),
  'gaps, 100 with 20 long answers, slips let pass': () => ({
    task: element('gap_text', {
      html: gaps.map((id) => `{{${id}}}`).join(' '),
      gaps: Object.fromEntries(
        gaps.map((id) => [
          id,
          {
            answers: Array.from({ length: 20 }, (_, n) => ({
              text: `z${lettersOf(490 - n, 1, 'abcü')}zz`,
              fraction: 1,
            })),
            tip: '',
          },
        ]),
      ),
      ...strict,
    }),
    answers: Object.fromEntries(gaps.map((id) => [id, [`y${lettersOf(490, 1, 'abcü')}yy`]])),
  }),
  'essay, 5000 keywords with an open end': () => ({
    task: element('essay', {
      ...{ min: 0, max: 10_000, rubric: [], sample: '' },
      keywords: Array.from({ length: 50 }, () => ({
        any: Array.from({ length: 100 }, (_, n) => `a*x*${lettersOf(9, n, 'abc')}`),
        ...{ points: 1, occurrences: 1, caseSensitive: false, acceptTypos: true },
      })),
    }),
    answers: { text: [Array.from({ length: 2400 }, (_, n) => short(n).slice(0, 3)).join(' ')] },
  }),
  'cards, 100 with 250 backs each': () => ({
    task: element('flashcards', {
      isTyped: true,
      cards: Array.from({ length: 100 }, () => ({
        ...{ front: 'x', tip: '', sound: '' },
        back: Array(250).fill('a').join('/'),
      })),
    }),
    answers: named(Array(100).fill(lettersOf(1900, 0, 'abc'))),
  }),
}
