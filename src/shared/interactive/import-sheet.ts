import { escapeHtml } from '../rules/escape.ts'
import { idAt } from './element-type.ts'
import { Collector, type Imported } from './imported.ts'

/** A question of a table: what is right is a place among the answers. */
interface SheetQuestion {
  kind: 'choice' | 'many' | 'open' | 'poll' | 'text'
  question: string
  answers: string[]
  right: number[]
  comment: string
}

/** How a maker of quizzes names its columns; places are found by the beginnings of names. */
interface SheetShape {
  question: string
  /** Of each answer; what follows the number is theirs. */
  answers: readonly string[]
  read: (cell: (name: string) => string, answers: string[]) => Omit<SheetQuestion, 'question' | 'answers'>
}

const fromNumbers = (text: string, count: number) =>
  [...new Set((text.match(/\d+/g) ?? []).map((digits) => Number(digits) - 1))].filter(
    (place) => place >= 0 && place < count,
  )

const pickedOf = (right: number[]) => ({
  kind: right.length > 1 ? ('many' as const) : ('choice' as const),
  right,
})

const shapes: readonly SheetShape[] = [
  {
    // Kahoot: "Question - max 120 characters", correct "1,3".
    question: 'question - max',
    answers: ['answer 1 - max', 'answer 2 - max', 'answer 3 - max', 'answer 4 - max'],
    read: (cell, answers) => ({
      ...pickedOf(fromNumbers(cell('correct answer'), answers.length)),
      comment: '',
    }),
  },
  {
    // Quizizz, now Wayground.
    question: 'question text',
    answers: ['option 1', 'option 2', 'option 3', 'option 4', 'option 5'],
    read: (cell, answers) => {
      const type = cell('question type').toLowerCase()
      const comment = cell('answer explanation')
      const right = fromNumbers(cell('correct answer'), answers.length)
      if (type.startsWith('open')) return { kind: 'open', right: [], comment }
      if (type.startsWith('poll')) return { kind: 'poll', right: [], comment }
      if (type.startsWith('fill')) return { kind: 'text', right: answers.map((_, at) => at), comment }
      return type.startsWith('checkbox') ? { kind: 'many', right, comment } : { ...pickedOf(right), comment }
    },
  },
  {
    // Blooket: "Answer 3 (Optional)", "Correct Answer(s) (Only include Answer #)".
    question: 'question text',
    answers: ['answer 1', 'answer 2', 'answer 3', 'answer 4'],
    read: (cell, answers) => ({
      ...pickedOf(fromNumbers(cell('correct answer'), answers.length)),
      comment: '',
    }),
  },
  {
    // Gimkit: the right one stands first.
    question: 'question',
    answers: ['correct answer', 'incorrect answer 1', 'incorrect answer 2', 'incorrect answer 3'],
    read: (_cell, answers) => ({ kind: answers.length > 1 ? 'choice' : 'text', right: [0], comment: '' }),
  },
]

/** Questions of the tables that makers of quizzes bring out; undefined where the heads are none of theirs. */
export function importSheet(rows: readonly (readonly string[])[], title: string): Imported | undefined {
  for (const shape of shapes) {
    const at = rows.slice(0, 12).findIndex((row) => isHead(row, shape))
    if (at >= 0) return readRows(rows.slice(at + 1), rows[at] ?? [], { shape, title })
  }
  return undefined
}

const tidy = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

function placeOf(head: readonly string[], name: string): number {
  return head.findIndex((cell) => tidy(cell).startsWith(name))
}

function isHead(
  row: readonly string[],
  { question, answers: [first = '', second = ''] }: SheetShape,
): boolean {
  return [question, first, second].every((name) => placeOf(row, name) >= 0)
}

function readRows(
  rows: readonly (readonly string[])[],
  head: readonly string[],
  { shape, title }: { shape: SheetShape; title: string },
): Imported {
  const found = new Collector()
  for (const row of rows) {
    const cell = (name: string) => (row[placeOf(head, name)] ?? '').trim()
    const question = cell(shape.question)
    const answers = shape.answers.map(cell)
    if (question === '' && answers.every((answer) => answer === '')) continue
    // Places count all columns: an empty one in between stays one.
    const filled = answers.slice(0, answers.findLastIndex((answer) => answer !== '') + 1)
    take(found, { question, answers: filled, ...shape.read(cell, filled) })
  }
  return found.finish(title)
}

function take(found: Collector, asked: SheetQuestion): void {
  const { question, comment } = asked
  const made = elementOf(asked)
  if (made === undefined) {
    found.skip(question, 'incomplete')
    return
  }
  const prompt = question === '' ? '' : `<p>${escapeHtml(question)}</p>`
  const said = comment ? { right: comment, wrong: comment } : {}
  found.take(made.type, { prompt, data: made.data, ...said }, question)
}

function elementOf({ kind, answers, right }: SheetQuestion): { type: string; data: object } | undefined {
  const options = answers.map((text, at) => ({ id: idAt(at), text })).filter(({ text }) => text !== '')
  if (kind === 'open') return { type: 'open_answer', data: { max: 500 } }
  if (kind === 'poll') return { type: 'poll', data: { isMulti: false, options } }
  if (kind === 'text') {
    const patterns = right.map((at) => (answers[at] ?? '').replaceAll('*', '\\*')).filter(Boolean)
    const typed = patterns.map((pattern) => ({ pattern, fraction: 1, feedback: '' }))
    return { type: 'short_text', data: { answers: typed, caseSensitive: false, acceptTypos: false } }
  }
  const rightIds = right.map(idAt)
  const weighed = options.map((option) => ({
    ...option,
    weight: rightIds.includes(option.id) ? 1 : 0,
    feedback: '',
  }))
  // Where nobody said which is right, there is nothing to ask.
  if (!weighed.some(({ weight }) => weight > 0)) return undefined
  return { type: 'choice', data: { isMulti: kind === 'many', policy: 'net', options: weighed } }
}
