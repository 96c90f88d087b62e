import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, readRange } from './download.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=50-5000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
  ['bytes', undefined],
  ['bytes=', undefined],
  ['bytes=,', undefined],
  ['bytes=a-9', undefined],
  ['bytes=1-2-3', undefined],
  ['bytes=--1', undefined],
  ['bytes=1e1-20', undefined],
  ['bytes=\0-9', undefined],
  ['BYTES=0-9', { start: 0, end: 9 }],
  ['bytes=0-1,200-300', { start: 0, end: 1 }],
  ['bytes=99-99999999999999999999999', { start: 99, end: 99 }],
  ['bytes=99999999999999999999999-', 'unsatisfiable'],
])('range %s of 100 bytes', (header, range) => expect(readRange(header, 100)).toEqual(range))

test('an empty file has no part that could be sent', () => {
  expect(['bytes=0-', 'bytes=-5', 'bytes=0-0'].map((header) => readRange(header, 0))).toEqual(
    Array.from({ length: 3 }, () => 'unsatisfiable'),
  )
})

test('whatever is asked for lies in the file', () => {
  const number = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '0', '00', ' 1', 'x', '9'.repeat(30)))
  const part = fc.tuple(number, number).map((ends) => ends.join('-'))
  const header = fc.array(part, { maxLength: 3 }).map((parts) => `bytes=${parts.join(',')}`)
  fc.assert(
    fc.property(fc.oneof(header, fc.string()), fc.nat(200), (asked, size) => {
      const range = readRange(asked, size)
      if (typeof range !== 'object') return
      expect(Number.isInteger(range.start) && Number.isInteger(range.end)).toBe(true)
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})

test('file names survive in every alphabet and cannot break the header', () => {
  expect(contentDisposition('Brüche.pdf')).toBe(
    `attachment; filename=Bruche.pdf; filename*=UTF-8''Br%C3%BCche.pdf`,
  )
  expect(contentDisposition('Κλάσματα')).toContain(`filename=material; filename*=UTF-8''%CE%9A`)
  expect(contentDisposition('a"\r\nX-Evil: 1\'(*).pdf')).toMatch(/^[\x20-\x7e]*$/)
  expect(contentDisposition('a"b.pdf')).toContain('filename=ab.pdf;')
  expect(contentDisposition('3a.webp', 'inline')).toBe('inline; filename=3a.webp')
})
