import { expect, test } from 'vitest'
import { typesFor } from './type-search.ts'

const types = [{ type: 'gap_text' }, { type: 'match' }]
const words: Record<string, string> = { gap_text: 'Lückentext Der Hund ___', match: 'Zuordnen Italien – Rom' }
const found = (query: string) => typesFor(types, query, (type) => words[type] ?? '').map(({ type }) => type)

test('types are found by any words of their names and examples, without accents and capitals', () => {
  expect(found('lucken')).toEqual(['gap_text'])
  expect(found('rom ZUORDNEN')).toEqual(['match'])
  expect(found(' ')).toEqual(['gap_text', 'match'])
  expect(found('Rom Hund')).toEqual([])
})
