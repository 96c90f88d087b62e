import { expect, test } from 'vitest'
import { foldWord } from '../lexicon/fold.ts'
import { greeklishSounds, isLatin, soundOf } from './greeklish.ts'

test.each([
  ['klasmata', 'κλάσματα'],
  ['pros8esi', 'πρόσθεση'],
  ['prosthesi', 'πρόσθεση'],
  ['eksiswseis', 'εξισώσεις'],
  ['3enes', 'ξένες'],
  ['xronos', 'χρόνος'],
  ['chronos', 'χρόνος'],
  ['kai', 'και'],
  ['ouranos', 'ουρανός'],
  ['oikogeneia', 'οικογένεια'],
  ['psifia', 'ψηφία'],
  ['euro', 'ευρώ'],
  ['evro', 'ευρώ'],
  ['hmerologio', 'ημερολόγιο'],
  ['bivlio', 'βιβλίο'],
  ['mpala', 'μπάλα'],
  ['bala', 'μπάλα'],
  ['dentro', 'δέντρο'],
])('%s may be %s', (typed, meant) => {
  expect(greeklishSounds(typed)).toContain(soundOf(foldWord(meant)))
})

test('only words with a Latin letter are Greek in Latin letters', () => {
  expect(['klasma', '8erma', '100', 'κλάσμα', 'été'].map((word) => isLatin(word))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a long word has only so many readings', () => {
  expect(greeklishSounds('b'.repeat(60)).length).toBeLessThanOrEqual(48)
})
