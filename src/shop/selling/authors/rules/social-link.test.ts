import fc from 'fast-check'
import { expect, test } from 'vitest'
import { socialLink } from './social-link.ts'

test('addresses of the network itself are kept, without query and login', () => {
  expect(socialLink('instagram', 'https://www.instagram.com/anna.lehrt/?hl=de#x')).toBe(
    'https://www.instagram.com/anna.lehrt',
  )
  expect(socialLink('facebook', ' facebook.com/anna ')).toBe('https://facebook.com/anna')
  expect(socialLink('pinterest', 'https://de.pinterest.com/anna')).toBe('https://de.pinterest.com/anna')
  expect(socialLink('pinterest', '')).toBeNull()
})

test.each([
  ['facebook', 'http://facebook.com/anna'],
  ['facebook', 'https://facebook.com'],
  ['facebook', 'https://facebook.com//'],
  ['facebook', 'https://facebook.com.evil.example/anna'],
  ['facebook', 'https://evilfacebook.com/anna'],
  ['facebook', 'https://facebook.com@evil.example/anna'],
  ['facebook', 'https://anna:secret@facebook.com/anna'],
  ['facebook', 'https://facebook.com:8443/anna'],
  ['instagram', 'https://facebook.com/anna'],
  ['instagram', 'javascript:alert(1)'],
  ['instagram', 'data:text/html,x'],
  ['pinterest', 'https://pinterest.example/anna'],
] as const)('%s: %s is refused', (kind, text) => {
  expect(socialLink(kind, text)).toBeUndefined()
})

// An @ behind the host is part of a path, not a login.
test('whatever is typed, only https of the named hosts comes out', () => {
  const typed = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.string().map((text) => `https://www.instagram.com/${text}`),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const link = socialLink('instagram', text)
      if (link) expect(link).toMatch(/^https:\/\/(www\.)?instagram\.com\/[^?#\s]+$/)
    }),
  )
})
