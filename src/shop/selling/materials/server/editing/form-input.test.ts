import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AiUse } from '#platform/rules/ai-use.ts'
import { inputOfForm } from './form-input.ts'
import { listingFields } from './listing-fields.ts'
import { readProblems, readRefused, writeRefused } from './problems.ts'

function read(lists: Record<string, string[]>) {
  const values = Object.fromEntries(Object.entries(lists).map(([name, all]) => [name, all.at(-1) ?? '']))
  return inputOfForm({ values, lists })
}

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

test('nothing typed is nothing said, but for what a form always asks', () => {
  const { price, ...input } = read({ title: [''], price: [''], lessonMinutes: [''] })
  expect(price).toBeUndefined()
  expect(input).toMatchObject({ title: '', lessonMinutes: null, previewPages: null, aiUse: null })
  expect(input).toMatchObject({ stampsFiles: true, isOwnWork: false, schoolPrice: null })
  for (const name of ['pageAlts', 'interactiveId', 'courseId', 'mayCopyInteractive'])
    expect(input).not.toHaveProperty(name)
})

test('figures, ticks and choices become what they mean', () => {
  const typed = { lessonMinutes: ['45'], withoutStamp: ['1'], isOwnWork: ['1'], aiUse: ['none'] }
  const pages = { previewPages: ['1-3, 5'], pageAlts: ['', 'Ein Kreis'] }
  expect(
    read({ ...typed, ...pages, priceCents: ['250'], interactiveId: [''], courseId: ['7'] }),
  ).toMatchObject({
    ...{ lessonMinutes: 45, stampsFiles: false, isOwnWork: true, aiUse: 'none' },
    ...{ previewPages: [1, 2, 3, 5], pageAlts: ['', 'Ein Kreis'], price: 250 },
    ...{ interactiveId: null, courseId: 7, mayCopyInteractive: false },
  })
})

test('what cannot be read is kept for readFields to refuse by its name', () => {
  const wrong = { lessonMinutes: ['4.5'], priceCents: ['-1'], salePrice: ['viel'], previewPages: ['alle'] }
  expect(read({ ...wrong, aiUse: ['etwas'], courseId: ['x'], isOwnWork: ['vielleicht'] })).toMatchObject({
    ...{ lessonMinutes: Number.NaN, price: Number.NaN, salePrice: Number.NaN, previewPages: [Number.NaN] },
    ...{ aiUse: '' as AiUse, courseId: Number.NaN, isOwnWork: false },
  })
  expect(read({ title: ['x'.repeat(2000)] }).title).toHaveLength(2000)
})

test('whatever is sent, reading it refuses nothing', () => {
  const name = fc.constantFrom(...Object.keys(listingFields.shape), '__proto__', 'constructor')
  const typed = fc.oneof(
    fc.string(),
    fc.constantFrom('', '1', 'on', '2,50', '045', '1-3', '9007199254740993'),
  )
  fc.assert(
    fc.property(fc.dictionary(name, fc.array(typed, { minLength: 1, maxLength: 3 })), (lists) => {
      expect(() => read(lists)).not.toThrow()
    }),
  )
})

test('files that were not taken travel to the next step, with what is wrong with all of them', () => {
  const refused = [
    { code: 'file_type_not_allowed' as const, entry: 'Spiel.exe' },
    { code: 'file_empty' as const, entry: 'Paket.zip: Blatt 1.pdf' },
  ]
  expect(readRefused(writeRefused('file_type_not_allowed', refused) ?? null)).toEqual(refused)
  expect(readRefused(writeRefused('too_long', refused.slice(1)) ?? null)).toEqual([
    refused[1],
    { code: 'too_long', entry: '' },
  ])
  expect([writeRefused(undefined, []), readRefused(null), readRefused('<b> x\nno_such_code y')]).toEqual([
    undefined,
    [],
    [],
  ])
})
