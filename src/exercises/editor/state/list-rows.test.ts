import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSound } from '#exercises/model/text/option-content.ts'
import { type Row, readRows, steppedRows, withHeard, withPart, writeRows } from './list-rows.ts'

const keys = () => {
  let last = 0
  return () => ++last
}

test('rows are the lines that were typed, and write the same again', () => {
  const text = fc.string({ maxLength: 20 }).map((each) => each.trim())
  const row = fc.record({ isMarked: fc.boolean(), parts: fc.array(text, { minLength: 1, maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const typed = writeRows(rows.map((each, key) => ({ key, ...each })))
      expect(writeRows(readRows(typed, keys()))).toBe(typed)
    }),
  )
  expect(readRows('* Rom | ja\nMailand', keys())).toMatchObject([
    { isMarked: true, parts: ['Rom', 'ja'] },
    { isMarked: false, parts: ['Mailand'] },
  ])
})

test('an empty row is no line, a later column keeps those before it, a row at the end stays', () => {
  const row: Row = { key: 1, isMarked: false, parts: [''] }
  expect(writeRows([row, { ...row, isMarked: true }])).toBe('')
  expect(writeRows([withPart({ ...row, parts: ['Hund'] }, 2, 'bellt')])).toBe('Hund |  | bellt')
  const rows = [row, { ...row, key: 2 }]
  expect(steppedRows(rows, 0, 1).map(({ key }) => key)).toEqual([2, 1])
  expect(steppedRows(rows, 1, 1)).toBe(rows)
})

test('a part keeps its recording while its words are typed, sign by sign, and its words when the recording goes', () => {
  const sound = `unit/0a/${'b'.repeat(64)}.mp3`
  const typed = ['d', 'do', 'do ', 'do r'].reduce(
    (part, words) => withHeard(part, { words }),
    withHeard('', { sound }),
  )
  expect(splitSound(typed)).toEqual({ sound, words: 'do r', isShown: false })
  const seen = withHeard(`![a cat](unit/0a/${'a'.repeat(64)}.webp) meow`, { sound, isShown: true })
  expect(splitSound(withHeard(seen, { words: splitSound(seen).words }))).toEqual(splitSound(seen))
  expect(splitSound(seen)).toMatchObject({ sound, isShown: true })
  expect(splitSound(withHeard(withHeard(typed, { words: 'do ' }), {}))).toMatchObject({ sound, words: 'do ' })
  expect(withHeard(typed, { sound: '' })).toBe('do r')
  expect(withHeard('Hund', { words: 'Hunde' })).toBe('Hunde')
})
