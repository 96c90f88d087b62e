import { expect, test } from 'vitest'
import { ProductError } from '#platform/errors.ts'
import { whyUnsaved } from './unit-draft.ts'

test('what the server refuses is not taken for a network that is gone', () => {
  const fields = { 'pages.0.elements.1.prompt': 'too_long' } as const
  expect(whyUnsaved(new ProductError('invalid_input', { fields }))).toEqual({
    refused: ['pages.0.elements.1.prompt'],
  })
  expect(whyUnsaved(new ProductError('too_large'))).toEqual({ refused: [] })
  expect(whyUnsaved(new ProductError('unavailable'))).toBe('unsaved')
  expect(whyUnsaved(new Error('aborted'))).toBe('unsaved')
  expect(whyUnsaved(new ProductError('conflict'))).toBe('conflict')
})
