import { expect, test } from 'vitest'
import { inputOfForm } from './form-input.ts'
import { readProblems } from './problems.ts'

test('reads problems of an address and nothing else', () => {
  expect(readProblems('title.too_short,files.required')).toEqual({ title: 'too_short', files: 'required' })
  for (const text of [null, '', '<script>.x', '__proto__.x', 'title.x/y', 'a'.repeat(5000)]) {
    expect(readProblems(text)).toEqual({})
  }
})

test('a form gives lists, one line of keywords and a typed price', () => {
  const input = inputOfForm({
    values: { title: 'Brüche', price: '2,50', keywords: 'Brüche; kürzen, üben' },
    lists: { grades: ['5', '', '6'], keywords: ['Brüche; kürzen, üben'] },
  })
  expect(input).toMatchObject({ grades: ['5', '6'], price: 250, salePrice: null, subjects: [] })
  expect(input.keywords?.map((word) => word.trim())).toEqual(['Brüche', 'kürzen', 'üben'])
})
