import { describe, expect, test } from 'vitest'
import { ProductError } from '#platform/errors.ts'
import { decodeCursor, encodeCursor } from './paging.ts'

const shape = ['number', 'string'] as const

test('a cursor comes back as it was', () => {
  const cursor = encodeCursor('newest', [17, '2026-01-01T00:00:00.000Z'])
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(decodeCursor('newest', shape, cursor)).toEqual([17, '2026-01-01T00:00:00.000Z'])
})

describe('anything else is refused', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test.each([
    ['empty', ''],
    ['not base64url', 'a+b/='],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['too long', 'a'.repeat(600)],
    ['another order', encode(['price', 17, 'x'])],
    ['too few values', encode(['newest', 17])],
    ['too many values', encode(['newest', 17, 'x', 1])],
    ['wrong types', encode(['newest', '17', 'x'])],
    ['a number that is none', Buffer.from('["newest",1e999,"x"]').toString('base64url')],
    ['a fraction', encode(['newest', 17.5, 'x'])],
    ['a number beyond what is exact', encode(['newest', 2 ** 60, 'x'])],
    ['half of a surrogate pair', encode(['newest', 17, 'a\ud800'])],
    ['a NUL', encode(['newest', 17, 'a\0b'])],
    ['an object', encode({ 0: 'newest', 1: 17, length: 3 })],
    ['null', encode(null)],
  ])('%s', (_name, cursor) => {
    expect(() => decodeCursor('newest', shape, cursor)).toThrow(ProductError)
  })
})
