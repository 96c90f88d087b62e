import { describe, expect, test } from 'vitest'
import { demoUnits } from '#demo/units/read.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { element } from '../../../../tests/support/typed-elements.ts'
import type { Typed } from '../task/typed-values.ts'
import { typeOf } from '../task/types.ts'
import { revealingNames } from './revealing-names.ts'

const picture = { picture: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Karte' }
function made(type: string, typed: Typed, more: object = {}) {
  const row = typeOf(type)
  return { ...element(type, row?.schema.parse(row.fromTyped(typed))), ...more }
}
const choice = (options: string, more?: object) => made('choice', { options, isMulti: '' }, more)

describe('a name that tells what is right', () => {
  test.each([
    [
      'a comment of an imported area',
      made('hotspot', {
        ...picture,
        areas:
          '* Correct! Cherries are named after a town. | 10, 20, 5, 5\nIncorrect! It’s not the strawberry. | 40, 10, 5, 5',
      }),
    ],
    [
      'an area named by its feedback',
      made('hotspot', {
        ...picture,
        areas: '* Das ist die Kirsche | 10, 20, 5, 5 | | Das ist die Kirsche!\nErdbeere | 40, 10, 5, 5',
      }),
    ],
    [
      'a comment with a comma beside its opposite',
      made('hotspot', {
        ...picture,
        areas: '* Right, this is the one! | 10, 20, 5, 5\nNo, look again. | 40, 10, 5, 5',
      }),
    ],
    ['Richtig!', choice('* Richtig!\nParis\nBonn')],
    ['¡Correcto!', choice('* ¡Correcto! Es Roma.\nParís')],
    ['Faux !', choice('* Rome\nFaux ! Essaie encore')],
    ['Esatto:', choice('* Esatto: Roma\nMilano')],
    ['Σωστό!', choice('* Σωστό! Η Ρώμη\nΜιλάνο')],
    ['a tick', choice('* Rom ✓\nParis')],
    ['a cross before it', choice('* Rom\n❌ Paris')],
    ['in brackets', choice('* Rom (richtig)\nParis')],
    ['a card', made('match', { pairs: 'Italien | Rom ✔\nPolen | Warschau\n | Oslo' })],
    ['a row', made('categorize', { items: 'Hund (correct) | Tier\nRose | Pflanze' })],
    ['the comment of the task', choice('* Well, that is it\nParis', { right: 'Well, that is it!' })],
    [
      'alt text',
      made('hotspot', { ...picture, alt: 'Lösung: Rom', areas: '* Rom | 10, 20, 5, 5\nOslo | 40, 10, 5, 5' }),
    ],
    [
      'a file name as alt text',
      made('hotspot', {
        ...picture,
        alt: 'karte-richtig.png',
        areas: '* Rom | 10, 20, 5, 5\nOslo | 40, 10, 5, 5',
      }),
    ],
  ])('%s', (_name, task) => expect(revealingNames(task)).not.toEqual([]))

  test.each([
    ['right and wrong to choose from', choice('* Richtig\nFalsch')],
    ['the same with signs', choice('* ✓\n✗')],
    ['the same as exclamations', choice('* Right!\nWrong!\nMaybe')],
    ['right, wrong and not said', choice('* richtig\nfalsch\nsteht nicht im Text')],
    ['a word of a vocabulary', choice('* correct\ncorner\ncollect')],
    ['a sentence about right', choice('* Richtig schreiben ist schwer.\nFalsch schreiben ist leicht.')],
    ['what somebody says', choice('* Right, let us go.\nWait for me.')],
    ['a short comment like the answer', choice('* Rom | Rom!\nParis')],
    ['categories right and wrong', made('categorize', { items: '2 + 2 = 4 | richtig\n2 + 2 = 5 | falsch' })],
    [
      'a salt solution',
      made('hotspot', {
        ...picture,
        alt: 'Kochsalz-Lösung im Glas',
        areas: '* Glas | 10, 20, 5, 5\nTisch | 40, 10, 5, 5',
      }),
    ],
  ])('not: %s', (_name, task) => expect(revealingNames(task)).toEqual([]))

  test('is named alone, and once', () => {
    const comment = 'Correct! Cherries are named after a town.'
    expect(revealingNames(choice(`* ${comment} | ${comment}\nStrawberry\nPear`))).toEqual([comment])
    expect(revealingNames(choice('* Rom ✓\nParis\nBonn ✗'))).toEqual(['Rom ✓', 'Bonn ✗'])
  })

  test('is in no exercise of the demonstration', () => {
    const telling = liveWorldCodes
      .flatMap((world) => demoUnits(world))
      .flatMap(({ content }) => content.pages.flatMap(({ elements }) => elements))
      .filter((task) => revealingNames(task).length > 0)
    expect(telling.map(({ prompt }) => prompt)).toEqual([])
  })
})
