import { expect, test } from 'vitest'
import { isNewMaterial } from './new-material.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:00Z', true],
  ['2026-11-07T12:00:01Z', true],
  ['2026-11-07T12:00:00Z', false],
  ['2026-11-22T00:00:00Z', false],
])('a material of %s is new: %s', (createdAt, isNew) => {
  expect(isNewMaterial(createdAt, now)).toBe(isNew)
})
