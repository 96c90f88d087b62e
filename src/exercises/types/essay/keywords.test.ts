import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distance } from '../../../../tests/support/distance.ts'
import { type Keyword, Steps, timesOf, Written } from './keywords.ts'

const times = (text: string, words: string, more: Partial<Keyword> = {}) =>
  timesOf(
    { any: words.split('/'), occurrences: 20, caseSensitive: false, acceptTypos: false, ...more },
    new Written(text),
  )

describe('keywords of an essay', () => {
  test.each([
    ['Rom und ROM, nicht Romeo', 'Rom', 2],
    ['Rom', '', 0],
    ['Rom', '*', 0],
    ['Gloin, Dori und Ori; oriental', '*ri', 2],
    ['Zauberer, Zauberin, verzaubert', 'zauber*', 2],
    ['Zauberstab und Zauberhut', 'zauber*stab', 1],
    ['die alten Römer und die alte Stadt', 'alte* Römer', 1],
    ['ein Zug von Köln ab', 'z* von k*', 1],
    ['100 % sicher', '100 %', 1],
    ['das Haus, die Haustür', 'Haus*/Haustür', 2],
    ['aXbXc aXc', 'a*b*c', 1],
  ])('in "%s" %s stands %d times', (text, words, count) => {
    expect(times(text, words)).toBe(count)
  })

  test('capitals count where they are said to', () => {
    expect(times('Bilbo, bilbo', 'Bilbo', { caseSensitive: true })).toBe(1)
    expect(times('Bilbo, bilbo', 'Bilbo')).toBe(2)
  })

  test.each([
    ['Gandalf, Gandlaf, Gandalv, Gandal', 'Gandalf', 4],
    ['Gndlf', 'Gandalf', 0],
    ['der Bun und das', 'Bund', 0],
    ['eine Fotosynteze gibt es', 'Fotosynthese', 1],
    ['das Herz der Ringe', 'Herr der Ringe', 1],
    ['a Photosynthesis', 'Photosynthesis', 1],
    ['Rat Art', 'Rta', 0],
  ])('with slips let pass, %s: %s stands there %d times', (text, words, count) => {
    expect(times(text, words, { acceptTypos: true })).toBe(count)
  })

  test('slips are counted as everywhere else', () => {
    const letters = fc.stringMatching(/^[ab]{4,14}$/)
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const shorter = Math.min(one.length, other.length)
        const isNear = distance(one, other) <= (shorter > 9 ? 2 : 1)
        expect(times(other, one, { acceptTypos: true })).toBe(isNear ? 1 : 0)
      }),
    )
  })

  test('nobody can write what takes for ever', () => {
    const long = `${'aaaa '.repeat(99)}b`
    const text = 'aaaa '.repeat(2000)
    const words = Array.from({ length: 90 }, (_, at) => `${long}${at}`).join('/')
    const steps = new Steps(20_000)
    const group = { any: words.split('/'), occurrences: 20, caseSensitive: false, acceptTypos: true }
    expect(timesOf(group, new Written(text, steps))).toBe(0)
    expect(steps.take(1)).toBe(false)
    expect(times(`${'a'.repeat(9999)}`, '*a*a*a*a*a*a*b')).toBe(0)
  })
})
