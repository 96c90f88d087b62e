import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasLink, withoutLinks } from './no-links.ts'

describe('texts of members in mails to others', () => {
  test.each(['https://evil.example', 'Schau: HTTP://x', 'www.evil.example', 'ftp://x', 'WWW.X.DE'])(
    '%s is a link',
    (text) => expect(hasLink(text)).toBe(true),
  )

  test.each(['z.B. Seite 3', 'Um 9.30 Uhr.', 'Gut.Es passt', 'a: b', 'www'])('%s is none', (text) =>
    expect(hasLink(text)).toBe(false),
  )

  test('nothing is left that a mail program makes a link of', () => {
    expect(withoutLinks('Geh auf evil.com und a.b.c@x.de, z.B. heute um 9.30')).toBe(
      'Geh auf evil. com und a. b. c@x. de, z. B. heute um 9.30',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(withoutLinks(text)).not.toMatch(/[\p{L}\d][.。．｡]\p{L}/u)
        expect(withoutLinks(withoutLinks(text))).toBe(withoutLinks(text))
      }),
    )
  })
})
