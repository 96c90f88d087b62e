import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, usualPoints } from '#exercises/model/unit.ts'
import type { Imported } from '../incoming/imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from '../incoming/imports.ts'
import { type ExportFormat, exportUnit } from './exports.ts'
import { leftOutOf, plainerOutside, rescoredOutside } from './omitted.ts'

/** Elements with the signs that mean something in one format or another. */
const typed: [string, Record<string, string>][] = [
  ['choice', { options: '* 2 = 2 ~ {x} | gut # so\nB: C\\\\D', isMulti: '', policy: 'net' }],
  ['true_false', { statements: '* Rom liegt in Italien: {ja}' }],
  ['short_text', { answers: 'Rom | | stimmt\nRoma | 50 %' }],
  ['numeric', { numbers: '3.14:0.01\n3..4 | 50 %', show: 'input' }],
  ['match', { pairs: 'Italien | Rom\nSpanien | Madrid\n | Paris' }],
  ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'position' }],
  ['gap_text', { gapText: 'Der *Himmel/Äther* ist *blau*.' }],
  ['gap_drag', { gapText: 'Der *Himmel* ist *blau*.', distractors: 'rot' }],
  ['gap_select', { selectText: 'Sie *geht/gehen* heim.' }],
  ['essay', { min: '0', max: '2000' }],
  ['info', { text: 'Lies das: {Text} & mehr.' }],
]

const content = contentSchema.parse({
  title: 'Hin und zurück',
  pages: [
    {
      id: 'p1',
      elements: typed.map(([type, fields], at) => {
        const row = typeOf(type)
        const data = row?.schema.parse(row.fromTyped(fields))
        const prompt = ['true_false', 'info', 'gap_text', 'gap_drag', 'gap_select'].includes(type)
          ? ''
          : `<p>Frage ${at}: a = b?</p>`
        return {
          id: `e${at}`,
          type,
          prompt,
          points: usualPoints(type, data),
          right: '',
          wrong: '',
          data,
        }
      }),
    },
  ],
})

const readers: Record<ExportFormat, (text: string) => unknown> = {
  gift: (text) => importGift(text, 'x'),
  aiken: (text) => importAiken(text, 'x'),
  moodle: (text) => importMoodle(text, 'x'),
  csv: (text) => importCsv(text, 'x'),
}

test.each([
  ['gift', ['choice', 'true_false', 'short_text', 'numeric', 'match', 'essay', 'info']],
  ['aiken', ['choice', 'true_false']],
  ['moodle', typed.map(([type]) => type)],
  ['csv', typed.map(([type]) => type)],
] as const)('%s: what goes out comes back as it was', (format, types) => {
  const { text, leftOut } = exportUnit(content, format)
  const { pages, report } = readers[format](text) as Imported
  const back = pages.flatMap((page) => page.elements)
  const sent = content.pages
    .flatMap((page) => page.elements)
    .filter(({ type }) => (types as readonly string[]).includes(type))
  expect(report.filter(({ outcome }) => outcome !== 'converted')).toEqual([])
  expect(leftOut).toHaveLength(typed.length - types.length)
  // Aiken knows one kind: a statement becomes a choice of two signs.
  const isAiken = format === 'aiken'
  expect(back.map(({ type }) => type)).toEqual(sent.map(({ type }) => (isAiken ? 'choice' : type)))
  for (const [at, element] of sent.entries()) {
    if (!isAiken || element.type === 'choice') expect(back[at]?.prompt).toBe(element.prompt)
    // Aiken knows no comments.
    if (!isAiken) expect(back[at]?.data).toEqual(element.data)
  }
})

test('Aiken has a question of two answers for each statement', () => {
  const data = {
    statements: [
      ['Rom ist groß.', true],
      ['Ulm auch.', false],
    ].map(([text, answer], at) => ({ id: `s${at}`, text, answer, feedback: '' })),
  }
  const element = { id: 'e1', type: 'true_false', prompt: '', points: 2, right: '', wrong: '', data }
  const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements: [element] }] })
  expect(exportUnit(unit, 'aiken')).toMatchObject({
    text: 'Rom ist groß.\nA. ✓\nB. ✗\nANSWER: A\n\nUlm auch.\nA. ✓\nB. ✗\nANSWER: B\n',
    leftOut: [],
  })
})

test('Moodle takes comments and hints along; orders come back with what a place is worth', () => {
  const row = typeOf('order')
  const elements = (['position', 'adjacent', 'all'] as const).map((scoring, at) => ({
    ...{ id: `e${at}`, type: 'order', prompt: '<p>Ordne.</p>', points: 1 },
    ...{ right: 'Gut & schön', partial: 'Fast', wrong: 'Schade <b>', hints: ['Denk nach', 'Zähl <mit>'] },
    data: row?.schema.parse(row.fromTyped({ ordered: 'eins\nzwei\ndrei', scoring })),
  }))
  const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements }] })
  const { pages, report } = importMoodle(exportUnit(unit, 'moodle').text, 'x') as Imported
  expect(report.map(({ outcome }) => outcome)).toEqual(Array(3).fill('converted'))
  expect(pages[0]?.elements).toMatchObject(elements.map(({ id: _id, ...element }) => element))
  // Comments of orders have no place in packages; GIFT and Aiken leave orders out.
  expect(plainerOutside(unit).map(({ format }) => format)).toEqual(['qti', 'h5p'])
  // They have no place for what is said to one option.
  expect(plainerOutside(content)).toEqual(['aiken', 'qti'].map((format) => ({ format, ids: ['e0'] })))
})

test('H5P has no names for areas of a picture, QTI no word for who chose one: the desk says so', () => {
  const row = typeOf('hotspot')
  const areas = [
    ['* Rom | 10, 20, 5, 5\nOslo | 40, 30, 5, 5', ['h5p']],
    ['* Bereich 1 | 10, 20, 5, 5\nBereich 2 | 40, 30, 5, 5', []],
    ['* Bereich 1 | 10, 20, 5, 5 | | Am Tiber.\nBereich 2 | 40, 30, 5, 5', ['qti']],
  ] as const
  for (const [typed, formats] of areas) {
    const picture = { picture: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Karte' }
    const data = row?.schema.parse(row.fromTyped({ ...picture, areas: typed, isMulti: '' }))
    const one = { id: 'e1', type: 'hotspot', prompt: '<p>Wo?</p>', points: 1, right: '', wrong: '', data }
    const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements: [one] }] })
    expect(plainerOutside(unit).map(({ format }) => format)).toEqual(formats)
  }
})

test('what a format would score in another way is named with it, unless it stays behind', () => {
  const rows: [string, Record<string, string>][] = [
    ['choice', { options: '* a\n* b\nc', isMulti: 'on', policy: 'all' }],
    ['numeric', { numbers: '4', unit: 'cm', show: 'input' }],
    ['essay', { keywords: 'Rom', min: '0', max: '900' }],
    ['choice', { options: '* a\nb', policy: 'net' }],
  ]
  const elements = rows.map(([type, fields], at) => {
    const data = typeOf(type)?.schema.parse(typeOf(type)?.fromTyped(fields))
    const said = { right: '', wrong: '', hint: '' }
    return { id: `e${at}`, type, prompt: '<p>?</p>', points: usualPoints(type, data), ...said, data }
  })
  const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements }] })
  expect(rescoredOutside(unit, leftOutOf(unit))).toEqual([
    { format: 'gift', ids: ['e0', 'e1'] },
    { format: 'moodle', ids: ['e0', 'e2'] },
    { format: 'qti', ids: ['e1', 'e2'] },
    // A number is compared as words there.
    { format: 'h5p', ids: ['e1'] },
  ])
})
