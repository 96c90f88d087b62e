import { expect, test } from 'vitest'
import { isUnlisted } from './unlisted-host.ts'

const site = (siteUrl: string, staging = false) => ({ siteUrl, staging })

test.each([
  ['https://aularium.example', 'aularium.example', false],
  ['https://aularium.example', 'www.aularium.example', true],
  ['https://aularium.example', '127.0.0.1:4321', true],
  ['http://localhost:4321', '127.0.0.1:5000', false],
  ['http://localhost:4321', 'copy.example', true],
])('site %s asked as %s: hidden %s', (siteUrl, host, isHidden) => {
  expect(isUnlisted(site(siteUrl), host)).toBe(isHidden)
})

test('a staging site is hidden under every name', () => {
  expect(isUnlisted(site('https://try.example', true), 'try.example')).toBe(true)
})
