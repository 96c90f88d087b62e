import { expect, test } from 'vitest'
import { nextSpeaker } from './queue.ts'

test('of those with something to say one speaks, and nobody else for the rest of the visit', () => {
  const both = new Set(['language-hint', 'app-banner'] as const)
  expect(nextSpeaker(both, undefined)).toBe('language-hint')
  expect(nextSpeaker(both, 'app-banner')).toBe('app-banner')
  expect(nextSpeaker(new Set(['app-banner']), 'language-hint')).toBeUndefined()
  expect(nextSpeaker(new Set(), undefined)).toBeUndefined()
})
