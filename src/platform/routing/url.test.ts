import { expect, test } from 'vitest'
import { absoluteUrl, url } from './url.ts'

test('links are localized', () => {
  expect(url('material', { world: 'gr', id: 17, slug: 'klasmata' })).toBe('/gr/yliko/17/klasmata')
  expect(url('material', { world: 'fr', id: '17' })).toBe('/fr/materiel/17')
  expect(url('author', { world: 'en', id: 5, slug: 'anna' })).toBe('/en/author/5/anna')
  expect(url('home', { world: 'es' })).toBe('/es')
  expect(url('root-landing', {})).toBe('/')
})

test('the query is ordered, encoded and free of gaps', () => {
  const query = { query: 'brüche & co', page: 2, subject: ['a', 'b'], sort: '', price: undefined }
  expect(url('search', { world: 'de', query })).toBe(
    '/de/suchergebnisse?page=2&query=br%C3%BCche+%26+co&subject=a&subject=b',
  )
})

test('an id that is no number is refused', () => {
  expect(() => url('material', { world: 'de', id: 'x' })).toThrow(RangeError)
  expect(() => url('material', { world: 'de', id: 0 })).toThrow(RangeError)
  expect(() => url('material', { world: 'de', id: '1/../2' })).toThrow(RangeError)
})

test('absolute addresses have one slash', () => {
  expect(absoluteUrl('https://a.example/', '/de')).toBe('https://a.example/de')
  expect(absoluteUrl('https://a.example', '/de')).toBe('https://a.example/de')
})
