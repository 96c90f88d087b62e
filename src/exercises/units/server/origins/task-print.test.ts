import { describe, expect, test } from 'vitest'
import { importCsv, importGift, importMoodle } from '#exercises/formats/incoming/imports.ts'
import { exportUnit } from '#exercises/formats/outgoing/exports.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, type Element, elementSchema } from '#exercises/model/unit.ts'
import { printOfTask } from './task-print.ts'

const made = (type: string, prompt: string, fields: Record<string, string>): Element =>
  elementSchema.parse({
    ...{ id: 'e1', type, prompt, points: 1, right: '', wrong: '' },
    data: typeOf(type)?.fromTyped(fields),
  })

const choice = (options: string, prompt = '<p>Welche Stadt ist die Hauptstadt von Frankreich?</p>') =>
  made('choice', prompt, { options, isMulti: '', policy: 'net' })
const usual = choice('* Paris\nRom\nMadrid')

describe('the words of a task', () => {
  test.each([
    ['with its answers in another order', choice('Madrid\n* Paris\nRom')],
    [
      'in capitals, bold, with other signs',
      choice(
        '* PARIS!\n Rom\nMadrid.',
        '<p><strong>Welche</strong> Stadt… ist die Hauptstadt von <em>Frankreich</em></p>',
      ),
    ],
    ['with comments and shares', choice('* Paris | Genau!\nRom | Nein\nMadrid | | -50 %')],
    ['for other points', { ...usual, points: 9, id: 'e2', right: 'Prima', tags: ['Europa'] }],
    ['with marks of another composition', choice('* Paris\nRom\nMadrid'.normalize('NFD'))],
  ])('are the same %s', (_how, other) => {
    expect(printOfTask(other as Element)).toBe(printOfTask(usual))
  })

  test.each([
    ['another answer', choice('* Paris\nRom\nLissabon')],
    ['another question', choice('* Paris\nRom\nMadrid', '<p>Welche Stadt liegt an der Seine?</p>')],
  ])('are others with %s', (_how, other) => {
    expect(printOfTask(other)).not.toBe(printOfTask(usual))
  })

  test('are no sign of anything where there are too few', () => {
    expect(printOfTask(made('short_text', '<p>7 · 8</p>', { answers: '56' }))).toBe('')
    expect(printOfTask(made('short_text', '<p>Wie heißt „Hund“ auf Englisch?</p>', { answers: 'dog' }))).toBe(
      '',
    )
    expect(printOfTask({ type: 'gone', prompt: '', data: {} })).toBe('')
  })
})

const tasks: Element[] = [
  usual,
  made('true_false', '', {
    statements: '* Die Donau fließt von ihrer Quelle im Schwarzwald bis ans Schwarze Meer.',
  }),
  made('short_text', '<p>Wie heißt der längste Fluss Deutschlands, der in den Alpen entspringt?</p>', {
    answers: 'Rhein',
  }),
  made('numeric', '<p>Wie viele Bundesländer hat Deutschland seit der Einheit im Oktober 1990?</p>', {
    numbers: '16',
    show: 'input',
  }),
  made('match', '<p>Was gehört hier zusammen?</p>', { pairs: 'Hund | bellt\nKatze | miaut\nKuh | muht' }),
]
const back = {
  gift: importGift,
  moodle: importMoodle,
  csv: importCsv,
} as const

describe.each(Object.entries(back))('sent out as %s and read again', (format, read) => {
  test.each(tasks.map((task): [string, Element] => [task.type, task]))('%s is known', (_type, task) => {
    const content = contentSchema.parse({ title: 'x', pages: [{ id: 'p', title: '', elements: [task] }] })
    const { text } = exportUnit(content, format as 'gift')
    const found = read(text as never, 'x')
    const elements = typeof found === 'string' ? [] : found.pages.flatMap(({ elements: all }) => all)
    expect(printOfTask(task)).not.toBe('')
    expect(elements.map((element) => printOfTask(element as Element))).toContain(printOfTask(task))
  })
})
