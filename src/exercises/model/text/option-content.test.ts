import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typeOf } from '../task/types.ts'
import { readThing, silentThings, withoutPictures, writeSound, writeThing } from './option-content.ts'

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
  expect([silentThings(data), silentThings({ a: [writeThing({ asset, alt: '' })] })]).toEqual([[], ['alt']])
})

test('a memory card can be a recording; one that says nothing to who does not hear it is not published', () => {
  const sound = `unit/0a/${'b'.repeat(64)}.mp3`
  const row = typeOf('memory')
  const pairs = `${writeSound(sound, 'do re mi')} | sie steigt\nKatze | cat`
  const data = row?.schema.parse(row.fromTyped({ pairs }))
  const [cards] = row?.view(data, () => 0.5) ?? []
  expect(cards).toMatchObject({
    cards: expect.arrayContaining([{ value: expect.any(String), text: 'do re mi', sound, isHeard: true }]),
  })
  expect(row?.solution(data)).toEqual(['do re mi – sie steigt', 'Katze – cat'])
  expect(row?.typed(data)).toEqual({ pairs })
  expect([silentThings(data), silentThings([writeSound(sound, ' ')])]).toEqual([[], ['transcript']])
  expect(silentThings([writeSound(sound, ''), writeThing({ asset, alt: '' })])).toEqual(['alt', 'transcript'])
})
