import { expect, test } from 'vitest'
import { softHyphens } from './hyphens.ts'

const shown = (text: string, world: Parameters<typeof softHyphens>[1]) =>
  softHyphens(text, world).replaceAll('\u00ad', '|')

test('long German and Greek words may break between their syllables, short ones do not', () => {
  expect(shown('Geburtstagskalender für das Pult', 'de')).toBe('Geburts|tags|ka|lender für das Pult')
  expect(shown('Πολλαπλασιασμός με χάρτη', 'gr')).toBe('Πολλα|πλα|σια|σμός με χάρτη')
  expect(shown('Lernstandserhebungen', 'de')).not.toMatch(/\|\p{L}\|/u)
})

test('other languages stay as they are, and nothing but hyphens is added', () => {
  expect(softHyphens('Individualisierung', 'fr')).toBe('Individualisierung')
  const text =
    'Einmaleins-Führerschein, Klassenorganisation: „Satzgliedbestimmung“ & https://aularium.example/arbeitsblaetter'
  expect(softHyphens(text, 'de').replaceAll('\u00ad', '')).toBe(text)
})
