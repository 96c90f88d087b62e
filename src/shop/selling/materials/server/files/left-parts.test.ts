import { expect, test } from 'vitest'
import { stampLimits } from '#platform/limits.ts'
import { leftParts, storedParts } from '#platform/rules/files/left-parts.ts'
import { findingsOf } from './left-parts.ts'

const file = { name: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 10, pageCount: 1 }

test('what had to stay as it came is stored and read again', () => {
  const parts = [
    { name: null, reason: 'signed' },
    { name: 'Blatt: 1.docx/word/a.bin', reason: 'old_format' },
  ] as const
  expect(leftParts(storedParts(parts))).toEqual(parts)
  expect(leftParts(null)).toEqual([])
  expect(leftParts(['unheard of:x'])).toEqual([])
})

test('an author hears of files inside by their names, and of PDFs that are too large for the name of a buyer', () => {
  expect(findingsOf({ ...file, left: [{ name: 'b.pdf', reason: 'signed' }] }, true)).toEqual([
    { name: 'a.pdf: b.pdf', reason: 'signed' },
  ])
  const large = { ...file, sizeBytes: stampLimits.bytes + 1 }
  expect(findingsOf(large, true)).toEqual([{ name: 'a.pdf', reason: 'too_large' }])
  expect(findingsOf({ ...file, pageCount: stampLimits.pages + 1 }, true)).toHaveLength(1)
  expect(findingsOf(large, false)).toEqual([])
  expect(findingsOf(file, true)).toEqual([])
})
