import { expect, test } from 'vitest'
import { spokenPieces } from './spoken.ts'

test('a text is cut where its language changes, and signs stay with the words before them', () => {
  const html = '<p>Was heißt <span lang="en">the <em>dog</em></span>?</p><p>Und <span>das</span>?</p>'
  expect(spokenPieces(html, 'de')).toEqual([
    { lang: 'de', text: 'Was heißt' },
    { lang: 'en', text: 'the dog?' },
    { lang: 'de', text: 'Und das?' },
  ])
})

test('one language is one piece, nothing is none', () => {
  expect(spokenPieces('<p>Scheint die <strong>Sonne</strong>?</p>', 'de')).toEqual([
    { lang: 'de', text: 'Scheint die Sonne?' },
  ])
  expect(spokenPieces('<span lang="en">Match.</span>', 'de')).toEqual([{ lang: 'en', text: 'Match.' }])
  expect(spokenPieces('', 'de')).toEqual([])
})
