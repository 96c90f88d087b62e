import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasSilentPicture, readThing, withoutPictures, writeThing } from './things.ts'
import { typeOf } from './types.ts'

const asset = `unit/0a/${'a'.repeat(64)}.webp`

test('a thing with a picture is read as it was written; any other text is words', () => {
  const word = fc.stringMatching(/^[a-zäöü]{1,9}$/)
  fc.assert(
    fc.property(word, word, (alt, words) => {
      expect(readThing(writeThing({ asset, alt }, words))).toEqual({ text: words, picture: { asset, alt } })
      expect(readThing(writeThing({ asset: '', alt }, words))).toEqual({ text: words })
      expect(readThing(words)).toEqual({ text: words })
    }),
  )
  for (const text of ['![x](https://example.org/a.webp)', '![x](unit/../../a.webp)', 'vorn ![x]()'])
    expect(readThing(text)).toEqual({ text })
})

test('pupils see the picture, lists of answers and other formats its words; one without words is not published', () => {
  const row = typeOf('memory')
  const pairs = `${writeThing({ asset, alt: 'ein Hund' })} | dog\nKatze | cat`
  const data = row?.schema.parse(row.fromTyped({ pairs }))
  const [cards] = row?.view(data, () => 0.5) ?? []
  expect(cards).toMatchObject({
    kind: 'pairs',
    cards: expect.arrayContaining([
      { value: expect.any(String), text: 'ein Hund', picture: { asset, alt: 'ein Hund' } },
    ]),
  })
  expect(row?.solution(data)).toEqual(['ein Hund – dog', 'Katze – cat'])
  expect(JSON.stringify(withoutPictures(data))).not.toContain('unit/')
  expect([hasSilentPicture(data), hasSilentPicture({ a: [writeThing({ asset, alt: '' })] })]).toEqual([
    false,
    true,
  ])
})
