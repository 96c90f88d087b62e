import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Row, readRows, steppedRows, withPart, writeRows } from './list-rows.ts'

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
