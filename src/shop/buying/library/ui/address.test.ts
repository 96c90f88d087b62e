import fc from 'fast-check'
import { expect, test } from 'vitest'
import { librarySorts } from '#shop/buying/folders/rules/library-sorts.ts'
import { addressOf, wishIn } from './address.ts'

const path = '/de/konto/gekaufte-materialien'
const plain = { query: '', sort: 'newest', page: 1 } as const

test('what goes without saying is not said', () => {
  expect(addressOf(path, plain)).toBe(path)
  expect(addressOf(path, { folder: 7, query: 'Brüche & Co', sort: 'title', page: 2 })).toBe(
    `${path}?folder=7&page=2&query=Br%C3%BCche+%26+Co&sort=title`,
  )
})

test('what is said wrongly is not said', () => {
  for (const search of ['', '?folder=x', '?folder=-1', '?folder=1e3', '?page=0', '?sort=price', '?query=%20'])
    expect(wishIn(search), search).toEqual(plain)
  expect(wishIn('?folder=archive&page=3')).toEqual({ ...plain, folder: 'archive', page: 3 })
})

test('leads back to what was meant', () => {
  const wishes = fc.record(
    {
      folder: fc.oneof(fc.constant('archive' as const), fc.integer({ min: 1 })),
      query: fc.string().map((text) => text.trim()),
      sort: fc.constantFrom(...librarySorts),
      page: fc.integer({ min: 1, max: 999 }),
    },
    { requiredKeys: ['query', 'sort', 'page'] },
  )
  fc.assert(
    fc.property(wishes, (wish) => {
      expect(wishIn(new URL(addressOf(path, wish), 'http://x.example').search)).toEqual(wish)
    }),
  )
})
