import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInTexts, folded } from './find-in-texts.ts'

const texts = [
  { title: 'Rechnung finden', description: 'Wo Belege liegen', text: 'Nach der Zahlung kommt eine E-Mail.' },
  { title: 'Passwort ändern', description: 'Sicher anmelden', text: 'Deine Rechnung bleibt, wie sie ist.' },
  { title: 'Πληρωμή', description: 'Πώς πληρώνω', text: 'Οι τρόποι πληρωμής μας.' },
]
const titles = (query: string) => findInTexts(texts, query).map(({ title }) => title)

test('accents, case and endings do not matter; the title counts most', () => {
  expect(titles('RECHNUNGEN')).toEqual(['Rechnung finden', 'Passwort ändern'])
  expect(titles('aendern andern')).toEqual(['Passwort ändern'])
  expect(titles('πληρωμης')).toEqual(['Πληρωμή'])
})

test('every word counts; when no text has all of them, any does', () => {
  expect(titles('rechnung passwort')).toEqual(['Passwort ändern'])
  expect(titles('rechnung xylofon')).toEqual(['Rechnung finden', 'Passwort ändern'])
  expect(titles('xylofon')).toEqual([])
  expect(titles('  !? ')).toEqual([])
})

test('any text can be searched for and a text is found by its own title', () => {
  fc.assert(fc.property(fc.string(), (query) => findInTexts(texts, query).length <= texts.length))
  for (const { title } of texts) expect(titles(title)[0]).toBe(title)
  fc.assert(fc.property(fc.string(), (text) => folded(folded(text)) === folded(text)))
})
