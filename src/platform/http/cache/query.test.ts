import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routeOf } from '#platform/routing/routes.ts'
import { searchKinds } from '#platform/rules/contract/search.ts'
import { normalizedQuery, tidySearch } from './query.ts'

const search = routeOf('search')

test.each([
  ['?query=a&page=2', '?page=2&query=a'],
  ['?subject=b&query=x&class_grade=6', '?class_grade=6&query=x&subject=b'],
  ['?query=a&page=1', '?query=a'],
  ['?page=1', ''],
  ['?page=abc&query=a', '?query=a'],
  ['?query=&subject=a', '?subject=a'],
  ['?subject=b&subject=a', '?subject=a&subject=b'],
  ['?subject=a&subject=a', '?subject=a'],
  ['?page=2&page=2&query=a', '?page=2&query=a'],
  ['?page=2&page=3', '?page=2'],
  ['?query=a&query=b', '?query=a'],
  ['?query=%20a%20', '?query=a'],
  ['?utm_source=x&page=1', '?utm_source=x'],
  ['?gclid=1&query=b&class_grade=6', '?class_grade=6&query=b&gclid=1'],
])('%s becomes %s', (given, wanted) => expect(tidySearch(search, given)).toBe(wanted))

test.each([
  '',
  '?',
  '?query=a',
  '?page=2&query=a',
  '?query=a+b',
  '?query=a%20b',
  '?utm_source=x',
  '?utm_source=x&query=a',
])('"%s" stays', (given) => expect(tidySearch(search, given)).toBeUndefined())

test('every filter of the search stays in its address', () => {
  for (const kind of searchKinds)
    expect(normalizedQuery(search, `?${kind}=x&${kind}=a`).getAll(kind), kind).toEqual(['a', 'x'])
})

test('personal pages are left alone', () => {
  expect(tidySearch(routeOf('favorites'), '?removed=1&page=1')).toBeUndefined()
})

test('what is tidy once stays tidy, and means the same page', () => {
  const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('1', '2', ' ', '01'))
  const name = fc.constantFrom('query', 'page', 'subject', 'sort', 'utm_source', 'x')
  fc.assert(
    fc.property(fc.array(fc.tuple(name, part), { maxLength: 8 }), (pairs) => {
      const given = `?${new URLSearchParams(pairs.map(([key, value]) => [key, value]))}`
      const tidy = tidySearch(search, given)
      if (tidy === undefined) return
      expect(tidySearch(search, tidy)).toBeUndefined()
      expect(String(normalizedQuery(search, tidy))).toBe(String(normalizedQuery(search, given)))
    }),
  )
}, 120_000)
