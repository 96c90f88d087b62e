import { expect, test } from 'vitest'
import type { Answers } from '#exercises/model/task/widget.ts'
import { translator } from '#platform/i18n/translate.ts'
import { element } from '../../../../../tests/support/typed-elements.ts'
import { transcriptOf } from './transcript.ts'
import { interactionOf } from './xapi-interactions.ts'

const t = translator('de')
const memory = element('memory', {
  pairs: [
    { a: 'Hund', b: 'dog' },
    { a: 'Katze', b: 'cat' },
  ],
})

test('a game of pairs is told by its moves and its time, a list by its pairs', () => {
  const played = { done: ['on'], moves: ['14'], ms: ['47300'] }
  expect(transcriptOf(memory, played, t)).toEqual(['Alle Paare gefunden: 14 Züge, Zeit 0:48.'])
  expect(transcriptOf(memory, { aa: ['ba'], ab: ['ba'] }, t)).toEqual(['Hund: dog', 'Katze: dog'])
  // As it was stored before moves were counted, and as nobody plays it.
  expect(transcriptOf(memory, { done: ['on'] }, t)).toEqual(['Alle Paare gefunden'])
  expect(transcriptOf(memory, { done: ['on'], moves: ['\u0000'], ms: ['x'] }, t)).toEqual([
    'Alle Paare gefunden',
  ])
  expect(transcriptOf(memory, {}, t)).toEqual([])
  const { response } = interactionOf(memory, 'de', t)
  const given: Answers[] = [played, { done: ['on'] }, { aa: ['ba'] }]
  expect(given.map((answers) => response(answers, []))).toEqual(['done[.]on', 'done[.]on', ''])
})

test('words that were looked for are told with where they begin; from when they were ticked, by their names', () => {
  const search = element('word_search', {
    words: ['ROM', 'PARIS'].map((word) => ({ word, clue: '' })),
    ...{ size: 8, seed: 's', showsWords: true, dirs: ['right'] },
  })
  expect(transcriptOf(search, { a: ['3, 7'] }, t)).toEqual(['ROM: 3, 7'])
  expect(transcriptOf(search, { found: ['a', 'b'] }, t)).toEqual(['ROM, PARIS'])
  expect(interactionOf(search, 'de', t).response({ found: ['a'] }, [])).toBe('a')
})

test('what was said of a statement is a word', () => {
  const statements = element('true_false', {
    statements: [{ id: 'a', text: '1/2 und 3/6 sind gleich groß.', answer: true, feedback: '' }],
  })
  expect(transcriptOf(statements, { a: ['true'] }, t)).toEqual(['1/2 und 3/6 sind gleich groß.: richtig'])
  expect(transcriptOf(statements, { a: ['false'] }, t)).toEqual(['1/2 und 3/6 sind gleich groß.: falsch'])
})
