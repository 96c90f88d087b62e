import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import {
  contentSchema,
  elementSchema,
  pageSchema,
  type UnitContent,
  usualPoints,
  usualSettings,
} from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { Imported } from '../incoming/imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from '../incoming/imports.ts'
import { type ExportFormat, exportUnit } from '../outgoing/exports.ts'
import { unitLosses } from '../outgoing/lost-settings.ts'
import { leftOutOf, plainerOutside, rescoredOutside } from '../outgoing/omitted.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000003e8', 'hex')
const size = () => ({ width: 1000, height: 1000 })
const text =
  (format: ExportFormat, read: (text: string, title: string) => unknown) => (content: UnitContent) =>
    read(exportUnit(content, format).text, 'unit') as Imported
const qti = (write: typeof qtiFiles) => (content: UnitContent) => {
  const items = Object.entries(write(content, size).files).filter(([name]) => name.startsWith('items/'))
  const texts = items.map(([name, source]) => ({ name, text: source }))
  return importQti(texts, 'unit', () => png) as Imported
}
function h5p(content: UnitContent): Imported {
  const { files } = h5pFiles(content, content.language || 'de', size)
  const { mainLibrary: library, title, ...head } = JSON.parse(files['h5p.json'] ?? '')
  return importH5p(
    { library, title, content: JSON.parse(files['content/content.json'] ?? ''), head },
    () => png,
  )
}
/** Each format with the name the desk has for it. */
const trips: [string, string, (content: UnitContent) => Imported][] = [
  ['gift', 'gift', text('gift', importGift)],
  ['aiken', 'aiken', text('aiken', importAiken)],
  ['moodle', 'moodle', text('moodle', importMoodle)],
  ['csv', 'csv', text('csv', importCsv)],
  ['QTI 3', 'qti', qti(qtiFiles)],
  ['QTI 2.2', 'qti', qti(qti22Files)],
  ['h5p', 'h5p', h5p],
]

const made = (type: string, fields: Record<string, string>) => {
  const row = typeOf(type)
  const parsed = row?.schema.safeParse(row.fromTyped(fields))
  return parsed?.success ? parsed.data : undefined
}
const dataOf = made('choice', { options: '* Rom\nParis' })
const task = {
  ...{ id: 'e1', type: 'choice', prompt: '<p>Wo?</p>', right: '', wrong: '', data: dataOf },
  points: usualPoints('choice', dataOf),
}
const unitOf = (element: object, page: object = {}, others: object = {}) =>
  contentSchema.parse({
    title: 'unit',
    ...others,
    pages: [{ id: 'p1', title: '', elements: [{ ...task, ...element }], ...page }],
  })

describe('a setting of a task comes back, or the desk says that it does not', () => {
  const changed: Record<string, object> = {
    prompt: { prompt: '<p>Wo <strong>genau</strong>?</p>' },
    points: { points: 7 },
    right: { right: 'Ja' },
    wrong: { wrong: 'Nein' },
    partial: { partial: 'Fast' },
    bands: { bands: [{ from: 30, to: 60, text: 'Halb' }] },
    hints: { hints: ['Denk nach'] },
    timeLimit: { timeLimit: 40 },
    isRequired: { isRequired: true },
    tags: { tags: ['Italien'] },
    quizPoints: { quizPoints: 'double' },
  }
  /** Newly made units, which the next tests are about. */
  const others = ['id', 'type', 'data']

  test('each setting of the schema is looked at', () => {
    expect(Object.keys(elementSchema.parse(task)).sort()).toEqual([...others, ...Object.keys(changed)].sort())
  })

  const kinds: [string, Record<string, string>][] = [
    ['choice', { options: '* Rom\nParis' }],
    ['choice', { options: '* Rom\n* Bari\nParis', isMulti: 'on', policy: 'net' }],
    ['true_false', { statements: '* Rom liegt am Tiber.' }],
    ['short_text', { answers: 'Rom' }],
    ['numeric', { numbers: '4', show: 'input' }],
    ['match', { pairs: 'Italien | Rom\nPeru | Lima' }],
    ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'position' }],
    ['gap_text', { gapText: 'Der *Hund* und die *Katze* schlafen.' }],
    ['gap_drag', { gapText: 'Der *Hund* und die *Katze* schlafen.', distractors: 'Maus' }],
    ['gap_select', { selectText: 'Sie *geht/gehen* heim.' }],
    ['mark_words', { markedText: 'Der *Hund* schläft.' }],
    ['categorize', { items: 'Hund | Tier\nRose | Pflanze' }],
    ['flashcards', { cards: 'Hund | dog', isTyped: 'on' }],
    ['memory', { pairs: 'Hund | dog\nKatze | cat' }],
    ['crossword', { words: 'Biene | macht Honig\nHonig | ist süß' }],
    ['essay', { min: '0', max: '2000' }],
  ]
  const rows = trips.flatMap(([name, format, trip]) =>
    kinds.map(([type, fields]) => ({ name, format, trip, type, fields })),
  )
  test.each(rows)('$name: $type', ({ format, trip, type, fields }) => {
    const data = made(type, fields)
    for (const [setting, change] of Object.entries(changed)) {
      const content = unitOf({ type, data, points: usualPoints(type, data), ...change })
      const [sent] = content.pages[0]?.elements ?? []
      const came = taskIn(trip(content))
      const key = setting as 'prompt'
      // What is right or wrong is never right in part.
      if (type === 'true_false' && (setting === 'partial' || setting === 'bands')) continue
      // Where the question is the text with the gap, it stands there.
      const isInText = setting === 'prompt' && JSON.stringify(came ?? '').includes('<strong>genau</strong>')
      const isBack = isInText || JSON.stringify(came?.[key]) === JSON.stringify(sent?.[key])
      expect(isBack || isReported(content, format), setting).toBe(true)
    }
  })

  /** What decides on scores is `round-trip-scores.test.ts`'s; these are the other things of a type. */
  const unscored: [string, Record<string, string>, string][] = [
    ['choice', { options: '* Rom | genau\nParis' }, 'options'],
    ['numeric', { numbers: '4', show: 'slider', min: '0', max: '9', step: '1' }, 'show'],
    ['essay', { min: '10', max: '2000' }, 'min'],
    ['essay', { min: '0', max: '500' }, 'max'],
    ['essay', { min: '0', max: '2000', sample: 'So etwa.' }, 'sample'],
    ['essay', { min: '0', max: '2000', rubric: 'alles | 2' }, 'rubric'],
    ['essay', { min: '0', max: '2000', keywords: 'Rom | 2 | 3 | Aa ~' }, 'keywords'],
    ['open_answer', { max: '90' }, 'max'],
    ['draw', { room: '12' }, 'room'],
  ]
  test.each(
    trips.flatMap(([name, format, trip]) =>
      unscored.map(([type, fields, field]) => ({ name, format, trip, type, fields, field })),
    ),
  )('$name: $field of $type', ({ format, trip, type, fields, field }) => {
    const data = made(type, fields)
    const content = unitOf({ type, data, points: usualPoints(type, data) })
    const came = taskIn(trip(content), type)
    const row = typeOf(type)
    const isBack = came?.type === type && row?.typed(came.data)[field] === row?.typed(data)[field]
    expect(isBack || isReported(content, format)).toBe(true)
  })
})

/** The task among what stands before it; nothing, where nothing of a file is read. */
function taskIn(found: Imported, type?: string) {
  const all = (found.pages ?? []).flatMap(({ elements }) => elements)
  return all.find((each) => each.type === type) ?? all.find((each) => typeOf(each.type)?.kind === 'scored')
}

function isReported(content: UnitContent, format: string): boolean {
  const leftOut = leftOutOf(content)
  return [...leftOut, ...plainerOutside(content), ...rescoredOutside(content, leftOut)].some(
    (each) => each.format === format && each.ids.includes('e1'),
  )
}

describe('a setting of a page or a unit comes back, or the desk says that it does not', () => {
  const second = { id: 'p2', title: '', elements: [{ ...task, id: 'e2' }] }
  const sources = [{ asset: 'whole', license: 'resale', version: '', title: 'B', author: 'A', source: '' }]
  const settings = {
    ...{ shufflesElements: true, shufflesPages: true, showSolution: 'never', passPercent: 80, attempts: 2 },
    ...{ modes: ['self'], extraTime: 150 },
  }
  const first = unitOf({}).pages[0]
  const changed: Record<string, [Record<string, unknown>, (found: Imported) => unknown]> = {
    title: [{ title: 'Rom' }, ({ title }) => title],
    description: [{ description: 'Kurz' }, () => ''],
    cover: [{ cover: { asset: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Rom' } }, () => ''],
    pages: [{ pages: [first, second] }, ({ pages }) => (pages.length === 2 ? [first, second] : pages)],
    'page title': [{ pages: [{ ...first, title: 'Eins' }] }, ({ pages }) => pages[0]?.title === 'Eins'],
    layout: [{ pages: [{ ...first, layout: 'slide' }] }, () => ''],
    condition: [
      { pages: [first, { ...second, condition: { afterElementId: 'e1', minScaled: 0.5 } }] },
      () => '',
    ],
    subjects: [{ subjects: ['mathematik'] }, () => ''],
    grades: [{ grades: ['klasse-6'] }, () => ''],
    schoolTypes: [{ schoolTypes: ['gymnasium'] }, () => ''],
    language: [{ language: 'fr' }, ({ said }) => said?.language],
    sources: [{ sources }, ({ source }) => source && [{ asset: 'whole', ...source }]],
    ...Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        [{ settings: { [name]: value } }, (found: Imported) => name === 'passPercent' && found.passPercent],
      ]),
    ),
  }
  const labels: Record<string, string> = { 'page title': 'pages', condition: 'afterElement' }

  test('each setting of the schemas is looked at', () => {
    expect(Object.keys(settings).sort()).toEqual(Object.keys(usualSettings).sort())
    const pageFields = Object.keys(pageSchema.shape).filter(
      (name) => !['id', 'elements', 'title'].includes(name),
    )
    const unitFields = Object.keys(contentSchema.shape).filter((name) => name !== 'settings')
    expect(Object.keys(changed)).toEqual(expect.arrayContaining([...pageFields, ...unitFields, 'page title']))
  })

  test.each(trips)('%s', (_name, format, trip) => {
    for (const [setting, [change, cameBack]] of Object.entries(changed)) {
      const content = contentSchema.parse({ ...unitOf({}), ...change })
      const [value] = Object.values(change)
      const isBack = JSON.stringify(cameBack(trip(content))) === JSON.stringify(value)
      const reported = unitLosses(content).flatMap(({ formats, fields }) =>
        (formats as string[]).includes(format) ? (fields as string[]) : [],
      )
      expect(isBack || reported.includes(labels[setting] ?? setting), setting).toBe(true)
    }
  })

  test('what is as usual needs no word', () => {
    expect(unitLosses(unitOf({}))).toEqual([
      { formats: ['gift', 'aiken', 'moodle', 'csv', 'qti'], fields: ['title'] },
    ])
  })
})
