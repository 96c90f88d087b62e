import { describe, expect, test } from 'vitest'
import { element } from '../../../tests/support/typed-elements.ts'
import type { Typed } from './task/typed-values.ts'
import { typeOf } from './task/types.ts'
import { commentOn, scoreAnswers } from './unit.ts'

const picture = { picture: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Karte' }
function said(type: string, typed: Typed, answers: Readonly<Record<string, string[]>>) {
  const row = typeOf(type)
  const task = {
    ...element(type, row?.schema.parse(row.fromTyped(typed))),
    right: 'Gut.',
    wrong: 'Noch einmal.',
  }
  return commentOn(task, answers, scoreAnswers(task, answers).scaled)
}
const options = { options: '* Rom | Ja, seit 1871.\nMailand | Das ist die Modestadt.\nTurin', isMulti: '' }
const areas = { ...picture, areas: '* Rom | 10, 20, 5, 5 | | Am Tiber.\nOslo | 40, 10, 5, 5 | | Zu weit.' }

describe('what is said to an answer', () => {
  test.each([
    [
      'the option that was picked',
      said('choice', options, { pick: ['b'] }),
      'Das ist die Modestadt. Noch einmal.',
    ],
    ['the right one', said('choice', options, { pick: ['a'] }), 'Ja, seit 1871. Gut.'],
    ['one without a word of its own', said('choice', options, { pick: ['c'] }), 'Noch einmal.'],
    ['no answer', said('choice', options, {}), 'Noch einmal.'],
    ['the area that was picked', said('hotspot', areas, { area: ['b'] }), 'Zu weit. Noch einmal.'],
    [
      'a statement taken wrongly',
      said('true_false', { statements: '* Eins | Doch!\nZwei' }, { a: ['false'] }),
      'Doch! Noch einmal.',
    ],
    [
      'a number',
      said('numeric', { numbers: '4 | 100 | Genau.\n3..5 | 50 | Fast.' }, { number: ['5'] }),
      'Fast. Noch einmal.',
    ],
    [
      'the best of what fits',
      said('numeric', { numbers: '3..5 | 50 | Fast.\n4 | 100 | Genau.' }, { number: ['4'] }),
      'Genau. Gut.',
    ],
    [
      'a word',
      said('short_text', { answers: 'Paris | 100 | Die Stadt der Liebe.' }, { text: ['Paris'] }),
      'Die Stadt der Liebe. Gut.',
    ],
  ])('%s', (_of, comment, expected) => expect(comment).toBe(expected))

  test('of what nobody scores nothing is said', () => {
    const row = typeOf('choice')
    expect(
      commentOn(element('choice', row?.schema.parse(row.fromTyped(options))), { pick: ['b'] }, null),
    ).toBe('')
  })
})
