import { expect, test } from 'vitest'
import { lackingSteps, stepOf } from './wizard-progress.ts'

test('a step lacks what is filled in at it', () => {
  expect([...lackingSteps({ title: 'too_short', subjects: 'required', grades: 'required' })]).toEqual([
    'name',
    'details',
  ])
  expect(lackingSteps({}).size).toBe(0)
  expect(stepOf('price')).toBe('price')
})
