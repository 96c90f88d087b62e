import { expect, test } from 'vitest'
import { contentLanguages, offeredLanguages } from './search-attributes.ts'

const all = contentLanguages.map((id) => ({ id }))
const offered = (world: string, chosen?: string) => offeredLanguages(all, world, chosen).map(({ id }) => id)

test('a Spanish form offers the languages of Spain, and the one a material has', () => {
  expect(offered('es')).toEqual(['es', 'ca', 'eu', 'gl', 'none'])
  expect(offered('es', 'en')).toEqual(['en', 'es', 'ca', 'eu', 'gl', 'none'])
  expect(offered('de')).toEqual([...contentLanguages])
})
