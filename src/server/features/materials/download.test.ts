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
])('range %s of 100 bytes', (header, range) => expect(readRange(header, 100)).toEqual(range))

test('file names survive in every alphabet and cannot break the header', () => {
  expect(contentDisposition('Brüche.pdf')).toBe(
    `attachment; filename=Bruche.pdf; filename*=UTF-8''Br%C3%BCche.pdf`,
  )
  expect(contentDisposition('Κλάσματα')).toContain(`filename=material; filename*=UTF-8''%CE%9A`)
  expect(contentDisposition('a"\r\nX-Evil: 1\'(*).pdf')).toMatch(/^[\x20-\x7e]*$/)
  expect(contentDisposition('a"b.pdf')).toContain('filename=ab.pdf;')
  expect(contentDisposition('3a.webp', 'inline')).toBe('inline; filename=3a.webp')
})
