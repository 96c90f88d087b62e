import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test.each([
  ['', 10, ''],
  ['Brüche', 6, 'Brüche'],
  ['  Brüche \n addieren ', 20, 'Brüche addieren'],
  ['Brüche addieren und kürzen', 17, 'Brüche addieren …'],
  ['Brüche addieren und kürzen', 16, 'Brüche …'],
  ['Brüche addieren, kürzen und vergleichen', 20, 'Brüche addieren …'],
  ['Brüche – addieren', 11, 'Brüche …'],
  [
    'Bruchrechnung Klasse 6: Brüche kürzen und erweitern – 12 Arbeitsblätter',
    46,
    'Bruchrechnung Klasse 6: Brüche kürzen und …',
  ],
  // A word nobody can keep whole.
  ['Rechtsschutzversicherungsgesellschaften im Unterricht', 20, 'Rechtsschutzversich…'],
  ['Geschwindigkeits-Zeit-Diagramme zeichnen', 26, 'Geschwindigkeits-Zeit-…'],
  ['Die Donaudampfschifffahrtsgesellschaft', 20, 'Die …'],
  ['Ηλεκτροεγκεφαλογραφήματα στο σχολείο', 15, 'Ηλεκτροεγκεφαλ…'],
  ['Προσθέτω και αφαιρώ ετερώνυμα κλάσματα', 30, 'Προσθέτω και αφαιρώ …'],
  ['Οικογένεια λέξεων', 17, 'Οικογένεια λέξεων'],
  ['👩‍🏫👩‍🏫👩‍🏫👩‍🏫', 12, '👩‍🏫👩‍🏫…'],
])('%j in %d characters', (text, longest, expected) => {
  expect(shorten(text, longest)).toBe(expected)
})

test('never longer than allowed, and never a part of a word but of the first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\p{L}\d]{1,40}$/u), { maxLength: 12 }),
      fc.integer({ min: 4, max: 80 }),
      (words, longest) => {
        const text = words.join(' ')
        const short = shorten(text, longest)
        expect(short.length).toBeLessThanOrEqual(longest)
        if (!short.endsWith(' …')) return
        const shortened = short.slice(0, -2).split(' ')
        expect(words.slice(0, shortened.length)).toEqual(shortened)
      },
    ),
  )
})
