import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { formSchemaOf, inputOfFields, partsReader } from './form-fields.ts'

const schema = z.object({
  title: z.string().trim().min(3),
  note: z.string().optional(),
  count: z.number().int().min(1).max(50),
  agreed: z.literal(true),
  wantsMail: z.boolean().default(false),
  grades: z.array(z.string()).max(3),
  licence: z.enum(['single', 'school']).default('single'),
  price: z.number().int().nullable().default(null),
})

function read(fields: Record<string, string[]>, fromAddress: Record<string, string> = {}) {
  return formSchemaOf(schema).safeParse(inputOfFields({ values: {}, lists: fields }, fromAddress))
}

const whole = { title: ['Brüche'], count: ['3'], agreed: ['on'], grades: ['5', '6'] }

describe('fields of a form by the schema of its action', () => {
  test('figures, ticks, lists and defaults become what they mean', () => {
    expect(read(whole).data).toEqual({
      title: 'Brüche',
      count: 3,
      agreed: true,
      wantsMail: false,
      grades: ['5', '6'],
      licence: 'single',
      price: null,
    })
  })

  test('one tick of a group is a list, none is an empty one', () => {
    expect(read({ ...whole, grades: ['5'] }).data?.grades).toEqual(['5'])
    const { grades: _, ...without } = whole
    expect(read(without).data?.grades).toEqual([])
  })

  test('empty fields are missing ones', () => {
    const { success, error } = read({ ...whole, title: [''], note: [''] })
    expect([success, error?.issues.map(({ path }) => path.join('.'))]).toEqual([false, ['title']])
  })

  test('the address decides, whatever the field says', () => {
    expect(read({ ...whole, count: ['9'] }, { count: '4' }).data?.count).toBe(4)
  })

  test.each(['1e1', '0x7', ' 7', '7.0', '+7', '٧', '7 ', 'NaN', 'Infinity'])('%s is no figure', (count) => {
    expect(read({ ...whole, count: [count] }).success).toBe(false)
  })

  test('a field that came twice is refused where one is meant', () => {
    expect(read({ ...whole, title: ['Brüche', 'Kürzen'] }).success).toBe(false)
  })

  test('nothing that is typed can reach a prototype or throw', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string(), { minLength: 1 })), (lists) => {
        const input = inputOfFields({ values: {}, lists: { ...lists, __proto__: null } as never }, {})
        formSchemaOf(schema).safeParse(input)
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
        expect(Object.getPrototypeOf(input)).toBeNull()
      }),
    )
    inputOfFields(
      { values: {}, lists: { '__proto__.polluted': ['1'], 'constructor.prototype.polluted': ['1'] } },
      {},
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('fields of a multipart body', () => {
  const words = z.array(z.string().default(''))
  const read = partsReader(
    z.object({
      title: z.string().max(10),
      count: z.number().optional().catch(Number.NaN),
      words: words.default([]).transform((all) => all.filter(Boolean)),
      lines: words.optional(),
    }),
  )
  const form = (lists: Record<string, string[]>) => ({
    values: Object.fromEntries(Object.entries(lists).map(([name, all]) => [name, all.at(-1) ?? ''])),
    lists,
  })

  test('the last of several counts, where no list is meant', () => {
    const lists = {
      title: ['Alt', 'Neu'],
      count: ['1', '2'],
      words: ['a', '', 'b'],
      lines: ['', 'c'],
      more: ['x'],
    }
    expect(read(form(lists))).toEqual({ title: 'Neu', count: 2, words: ['a', 'b'], lines: ['', 'c'] })
    expect(read(form({ title: ['Neu'], lines: [''] }))).toEqual({ title: 'Neu', words: [], lines: [''] })
  })

  test('a fallback stands for what cannot be read; without one the field is named', () => {
    expect(read(form({ title: ['Neu'], count: ['viele'] })).count).toBeNaN()
    const refused = (lists: Record<string, string[]>, fields: object) =>
      expect(() => read(form(lists))).toThrow(expect.objectContaining({ code: 'invalid_input', fields }))
    refused({}, { title: 'required' })
    refused({ title: ['x'.repeat(11)] }, { title: 'too_long' })
  })
})
