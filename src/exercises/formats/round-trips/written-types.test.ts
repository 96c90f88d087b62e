import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { Imported } from '../incoming/imported.ts'
import { importGift, importMoodle } from '../incoming/imports.ts'
import { exportUnit } from '../outgoing/exports.ts'

const asset = `unit/0c/${'c'.repeat(64)}.webp`
/** The head of a PNG of 1000 by 500 points. */
const png = Buffer.from(`89504e470d0a1a0a0000000d49484452000003e8000001f4${'00'.repeat(12)}`, 'hex')

function unit(...rows: [string, Record<string, string>, number?][]): UnitContent {
  const elements = rows.map(([type, fields, points = 1], at) => {
    const row = typeOf(type)
    const data = row?.schema.parse(row.fromTyped(fields))
    return { id: `e${at}`, type, prompt: '<p>Was gilt?</p>', points, right: '', wrong: '', data }
  })
  return contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements }] })
}

const elementsOf = (found: Imported | string) =>
  typeof found === 'string' ? [] : found.pages.flatMap(({ elements }) => elements)

const statements = { statements: '* Rom liegt in Italien.\nParis auch. | In Frankreich\n* Bern nicht.' }

test.each([
  ['gift', importGift],
  ['moodle', importMoodle],
] as const)('%s: several statements go out as one question each', (format, read) => {
  const { text, leftOut } = exportUnit(unit(['true_false', statements, 3]), format)
  const back = elementsOf(read(text, 'x'))
  expect(leftOut).toEqual([])
  expect(back.map(({ type }) => type)).toEqual(['true_false', 'true_false', 'true_false'])
  expect(back.map(({ data }) => data)).toMatchObject([
    { statements: [{ text: 'Rom liegt in Italien.', answer: true }] },
    { statements: [{ text: 'Paris auch.', answer: false, feedback: 'In Frankreich' }] },
    { statements: [{ text: 'Bern nicht.', answer: true }] },
  ])
  expect(back.map(({ points }) => points)).toEqual([1, 1, 1])
})

test('Moodle: groups are a matching question', () => {
  const content = unit(['categorize', { items: 'Apfel | Obst\nLauch | Gemüse\nBirne | Obst\n | Fleisch' }])
  const { text, leftOut } = exportUnit(content, 'moodle')
  const [back] = elementsOf(importMoodle(text, 'x'))
  expect([leftOut, back?.type]).toEqual([[], 'match'])
  expect(back && typeOf('match')?.typed(back.data)).toMatchObject({
    pairs: 'Apfel | Obst\nLauch | Gemüse\nBirne | Obst\n | Fleisch',
  })
})

test('Moodle: words for places of a picture', () => {
  const content = unit([
    'label_image',
    {
      ...{ picture: asset, alt: 'Ein Baum', isSingle: 'on' },
      zones: '10,20,20,10 | Krone\n60,70,10,10 | Wurzel\n | Moos & Farn',
    },
  ])
  const { text, leftOut } = exportUnit(content, 'moodle', () => png.toString('base64'))
  const found = importMoodle(text, 'x')
  const [back] = elementsOf(found)
  expect([leftOut, back?.type]).toEqual([[], 'label_image'])
  const typed = back && typeOf('label_image')?.typed(back.data)
  // The middle of each place stays where it was, and its size is that of all places.
  expect(typed?.zones).toBe('15.5, 22, 9, 6 | Krone\n60.5, 72, 9, 6 | Wurzel\n | Moos & Farn')
})

function throughH5p(content: UnitContent) {
  const { files, leftOut } = h5pFiles(content, 'de')
  const { mainLibrary: library } = JSON.parse(files['h5p.json'] ?? '')
  const json = JSON.parse(files['content/content.json'] ?? '')
  return { leftOut, back: elementsOf(importH5p({ library, title: 'x', content: json })), json }
}

test('H5P: groups and lists to choose from come back as they were', () => {
  const { leftOut, back } = throughH5p(
    unit(
      ['categorize', { items: 'Apfel | Obst\nLauch | Gemüse\nTomate | Obst | Gemüse' }],
      ['gap_select', { selectText: 'Sie *geht/gehen* heim und *isst/esst/essen* Brot & Käse.' }],
    ),
  )
  expect(leftOut).toEqual([])
  const tasks = back.filter(({ type }) => type !== 'info')
  expect(tasks.map(({ type }) => type)).toEqual(['categorize', 'gap_select'])
  expect(typeOf('categorize')?.typed(tasks[0]?.data)).toEqual({
    items: 'Apfel | Obst\nLauch | Gemüse\nTomate | Obst | Gemüse',
  })
  expect(typeOf('gap_select')?.typed(tasks[1]?.data)).toMatchObject({
    selectText: 'Sie *geht/gehen* heim und *isst/esst/essen* Brot & Käse.',
  })
})

test('H5P: pairs are dragged, numbers and words typed', () => {
  const { leftOut, back } = throughH5p(
    unit(
      ['match', { pairs: 'Italien | Rom\nSpanien | Madrid\n | Paris' }],
      ['numeric', { numbers: '3.5', unit: 'cm', show: 'input' }],
      ['short_text', { answers: 'Rom\nRoma', caseSensitive: 'on' }],
      // What a gap has no words for stays here.
      ['numeric', { numbers: '3..4', show: 'input' }],
      ['short_text', { answers: 'Ro*' }],
    ),
  )
  expect(leftOut).toEqual(['e3', 'e4'])
  expect(back.map(({ type }) => type)).toEqual(['gap_drag', 'gap_text', 'gap_text'])
  expect(back.map(({ prompt }) => prompt)).toEqual(Array(3).fill('<p>Was gilt?</p>'))
  expect(typeOf('gap_drag')?.typed(back[0]?.data)).toMatchObject({
    gapText: 'Italien – *Rom*\nSpanien – *Madrid*',
    distractors: 'Paris',
  })
  expect(typeOf('gap_text')?.solution(back[1]?.data)).toEqual(['3.5 / 3,5'])
  expect(back[2]?.data).toMatchObject({ caseSensitive: true })
})

test('H5P: a page of which nothing goes out is no chapter', () => {
  const content = unit(['numeric', { numbers: '4', show: 'input' }])
  const drawing = unit(['numeric', { numbers: '3..4', show: 'input' }]).pages[0]?.elements ?? []
  const pages = [
    ...content.pages,
    {
      ...content.pages[0],
      id: 'p2',
      title: 'leer',
      elements: drawing.map((each) => ({ ...each, id: 'e9' })),
    },
  ]
  const { leftOut, json } = throughH5p(contentSchema.parse({ ...content, pages }))
  expect(leftOut).toEqual(['e9'])
  expect(JSON.stringify(json)).not.toContain('"content":[]')
})
