import { describe, expect, test } from 'vitest'
import type { Taxonomy, Term } from '#shop/catalogue/catalogue/server/types.ts'
import type { FieldInput } from '../types.ts'
import { missingFields, parsePrice, readFields } from './fields.ts'

const known = new Set([
  'subject maths',
  'class_grade 6',
  'school_type gym',
  'school_type all',
  'material_type worksheet',
])

const taxonomy: Taxonomy = {
  terms: () => [],
  term: (_world, kind, id) =>
    known.has(`${kind} ${id}`)
      ? ({
          kind,
          id,
          name: id,
          active: true,
          data: { kind: id === 'all' ? 'all' : 'leaf' },
        } as unknown as Term)
      : undefined,
  reload: async () => {},
}
const place = { taxonomy, world: 'de' } as const

const whole: FieldInput & { title: string } = {
  title: '  Brüche\tkürzen ',
  description: 'Erste Zeile\r\nzweite',
  subjects: ['maths', 'maths'],
  grades: ['6'],
  schoolTypes: ['gym'],
  learningYears: [],
  materialType: 'worksheet',
  language: 'de',
  keywords: ['Brüche', ' Brüche ', ''],
  price: 250,
  salePrice: null,
  saleFrom: null,
  saleUntil: null,
  additionalPrice: null,
  schoolPrice: 900,
  isOwnWork: true,
  imageSources: 'Igel: Anna Beispiel, CC BY 4.0',
  aiUse: 'none',
  stampsFiles: true,
}

describe('prices as people type them', () => {
  test.each([
    ['2,50', 250],
    ['2.5', 250],
    ['2', 200],
    ['0', 0],
    ['1.200,00 €', 120_000],
    ['1,200.00', 120_000],
    ['£3.99', 399],
    ['1.200', 120_000],
  ])('%s is %i cents', (text, cents) => expect(parsePrice(text)).toBe(cents))

  test.each(['', 'viel', '-1', '2,505,1', '1e3', '2,5,0', '0x10'])('%j is no price', (text) => {
    expect(parsePrice(text)).toBeNaN()
  })
})

test('cleans what was typed and keeps it', () => {
  expect(readFields(place, whole)).toEqual({
    fields: {
      ...whole,
      title: 'Brüche kürzen',
      description: 'Erste Zeile\nzweite',
      subjects: ['maths'],
      keywords: ['Brüche'],
      previewPages: null,
      solutionPages: null,
      pageAlts: [],
      curricula: [],
      lessonMinutes: null,
      interactiveId: null,
      courseId: null,
      isPriceSaid: true,
      mayCopyInteractive: true,
    },
    problems: {},
  })
})

test.each([
  [{ subjects: ['alchemy'] }, { subjects: 'invalid' }],
  [{ schoolTypes: ['all'] }, { schoolTypes: 'invalid' }],
  [{ materialType: 'spell' }, { materialType: 'invalid' }],
  [{ language: 'xx' }, { language: 'invalid' }],
  [{ price: 20 }, { price: 'invalid' }],
  [{ price: 2.5 }, { price: 'invalid' }],
  [{ price: Number.NaN }, { price: 'invalid' }],
  [{ price: undefined }, { price: 'required' }],
  [{ price: 100_001 }, { price: 'invalid' }],
  [{ salePrice: 250 }, { salePrice: 'invalid' }],
  [{ additionalPrice: 251 }, { additionalPrice: 'invalid' }],
  [{ additionalPrice: 1.5 }, { additionalPrice: 'invalid' }],
  [{ schoolPrice: 249 }, { schoolPrice: 'invalid' }],
  [{ schoolPrice: Number.NaN }, { schoolPrice: 'invalid' }],
  [{ title: 'x'.repeat(161) }, { title: 'too_long' }],
  [{ keywords: Array.from({ length: 21 }, (_, index) => `Wort ${index}`) }, { keywords: 'too_long' }],
])('%j is named as wrong', (change, problems) => {
  expect(readFields(place, { ...whole, ...change }).problems).toEqual(problems)
})

test('an unfinished draft is fine, publishing it names every gap', () => {
  const { fields, problems } = readFields(place, { price: 0 })
  expect(problems).toEqual({})
  expect(missingFields(fields, 0)).toEqual({
    title: 'too_short',
    description: 'required',
    subjects: 'required',
    grades: 'required',
    schoolTypes: 'required',
    materialType: 'required',
    files: 'required',
  })
  expect(missingFields(readFields(place, { ...whole, price: undefined }).fields, 1)).toEqual({
    price: 'required',
  })
  expect(missingFields(readFields(place, whole).fields, 1)).toEqual({})
})
