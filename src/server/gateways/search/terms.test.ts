import { expect, test } from 'vitest'
import { gradesNamed } from './terms.ts'

const terms = {
  grades: [
    { termId: 6, words: ['6', 'klasse'] },
    { termId: 7, words: ['7', 'klasse'] },
    { termId: 20, words: ['cm2'] },
    { termId: 31, words: ['1', 'eso'] },
    { termId: 32, words: ['1', 'primaria'] },
  ],
}

test.each([
  ['Bruchrechnung Klasse 6', [6]],
  ['6. Klasse Brüche', [6]],
  ['6 Aufgaben für die Klasse', []],
  ['fractions CM2', [20]],
  ['1.º de ESO', [31]],
  ['1º ESO', [31]],
  ['2 cm', []],
  ['mates 1 primaria', [32]],
  ['', []],
])('%s names %j', (query, ids) => {
  expect(gradesNamed(terms, query)).toEqual(ids)
})
