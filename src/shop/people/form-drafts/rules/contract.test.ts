import { describe, expect, test } from 'vitest'
import { draftOf, draftSchema } from './contract.ts'

describe('which draft a form ends', () => {
  test('is said by its intent and what it is about', () => {
    expect(draftOf('save-listing', { materialId: '7' })).toEqual({ form: 'save-listing', subject: '7' })
    expect(draftOf('save-profile', { materialId: '7' })).toEqual({ form: 'save-profile', subject: '' })
    expect(draftOf('save-post', {})).toEqual({ form: 'save-post', subject: '' })
  })

  test('is none for other forms', () => {
    expect(draftOf('delete-listing', { materialId: '7' })).toBeUndefined()
    expect(draftOf(null, {})).toBeUndefined()
    expect(draftOf('constructor', {})).toBeUndefined()
  })
})

test('a draft is about an id or nothing', () => {
  const read = (subject: string) =>
    draftSchema.safeParse({ form: 'save-post', subject, fields: { title: ['x'] } }).success
  expect([read(''), read('12'), read('zwölf'), read('0')]).toEqual([true, true, false, false])
})
