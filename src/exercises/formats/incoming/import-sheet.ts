import { idAt } from '#exercises/model/task/element-type.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { plainLetters } from '#platform/rules/text/plain-letters.ts'
import type { ImportReason } from './import-report.ts'
import { Collector, type Imported } from './imported.ts'

/** A question of a table: what is right is a place among the answers. */
interface SheetQuestion {
  kind: 'choice' | 'many' | 'open' | 'poll' | 'text'
  question: string
  answers: string[]
  right: number[]
  comment: string
}

/** How a maker of quizzes names its columns, in the languages of our worlds, without accents; what follows is theirs. */
interface SheetShape {
  question: RegExp
  /** Of each answer. */
  answers: readonly RegExp[]
  read: (cell: (name: RegExp) => string, answers: string[]) => Read
}
type Read = Omit<SheetQuestion, 'question' | 'answers'> | { skipped: ImportReason }

const columns = {
  /** Neither its number nor its kind. */
  question:
    /^(question|frage|pregunta|domanda|ερωτηση)(?!( ?(#|№)|[ -]?(no|nr|number|num|nummer|id|type|typ|tipo|image|media|bank)\b))/,
  right:
    /^(correct|right|richtig|losung|solu[ct]ion|soluzione|λυση|(answer|antwort|respuesta|reponse|risposta|απαντηση)$|respuestas?\W*s?\W*correcta|bonne|reponses?\W*s?\W*(correcte|juste)|rispost\w\W*e?\W*(corrett|esatt)|σωστ)/,
  type: /^(question type|fragetyp|tipo de pregunta|type de question|tipo di domanda|ειδος ερωτησης)/,
  comment: /^(answer explanation|explanation|erklarung|explicacion|explication|spiegazione|εξηγηση)/,
  picture: /^(image|bild|imagen|immagine|εικονα)/,
  time: /^(time|zeit|tiempo|limite de t|temps|limite di tempo|tempo|χρονος|οριο χρονου)/,
}
/** Answers that have letters, as their teachers write them. */
const letters = ['abcdef', 'αβγδεζ']
const numbered = (number: number) => {
  const signs = letters.map((each) => each[number - 1]).join('')
  return new RegExp(
    `^((answer|option|antwort|respuesta|opcion|reponse|risposta|opzione|απαντηση|επιλογη) ?(${number}(?!\\d)|[${signs}](?!\\p{L}))|[${signs}]\\)?$)`,
    'u',
  )
}
const wrong = (number: number) =>
  new RegExp(
    `^(incorrect answer|wrong answer|falsche antwort|respuesta incorrecta|mauvaise reponse|reponse incorrecte|risposta (errata|sbagliata)|(λαθος|λανθασμενη) απαντηση) ?${number}(?!\\d)`,
  )

/** Places of what is right: by number, by what an answer says or by its letter. */
function placesIn(text: string, answers: readonly string[]): number[] {
  const parts = text.split(/[,;]/).map((part) => tidy(part))
  const isNumbers = /^[\d\s,;.]+$/.test(text)
  const places = (isNumbers ? (text.match(/\d+/g) ?? []) : parts).map((part) => {
    if (isNumbers) return Number(part) - 1
    const said = answers.findIndex((answer) => answer !== '' && tidy(answer) === part)
    return said < 0 ? placeOfLetter(part) : said
  })
  const whole = answers.findIndex((answer) => answer !== '' && tidy(answer) === tidy(text))
  const found = isNumbers || whole < 0 ? places : [whole]
  return [...new Set(found)].filter((place) => place >= 0 && place < answers.length)
}

/** `b` or `b)` is the second. */
function placeOfLetter(part: string): number {
  const [, letter = ''] = /^(\p{L})\)?$/u.exec(part) ?? []
  return letter === '' ? -1 : Math.max(...letters.map((each) => each.indexOf(letter)))
}

const pickedOf = (right: number[]) => ({
  kind: right.length > 1 ? ('many' as const) : ('choice' as const),
  right,
})

const shapes: readonly SheetShape[] = [
  {
    // Kahoot, Quizizz (now Wayground) and Blooket: answers have numbers, and a column names those that are right.
    question: columns.question,
    answers: [1, 2, 3, 4, 5, 6].map(numbered),
    read: (cell, answers) => {
      const type = tidy(cell(columns.type))
      const comment = cell(columns.comment)
      const right = placesIn(cell(columns.right), answers)
      if (type.startsWith('open')) return { kind: 'open', right: [], comment }
      if (type.startsWith('poll')) return { kind: 'poll', right: [], comment }
      if (/^(fill|typ(e|ing|ed)\b)/.test(type))
        return { kind: 'text', right: answers.map((_, at) => at), comment }
      if (type.startsWith('checkbox')) return { kind: 'many', right, comment }
      if (/^(draw|reorder|match|hotspot|drag|label|math|graph|audio|video|slide|passage)/.test(type))
        return { skipped: 'unknown_type' }
      return { ...pickedOf(right), comment }
    },
  },
  {
    // Gimkit: the right one stands first.
    question: columns.question,
    answers: [columns.right, ...[1, 2, 3, 4].map(wrong)],
    read: (_cell, answers) => ({
      kind: answers.length > 1 ? 'choice' : 'text',
      right: [0],
      comment: '',
    }),
  },
]

/** Questions of the tables that makers of quizzes bring out; undefined where the heads are none of theirs. */
export function importSheet(
  rows: readonly (readonly string[])[],
  title: string,
  found = new Collector(),
): Imported | undefined {
  for (const shape of shapes) {
    const at = rows.slice(0, 12).findIndex((row) => isHead(row, shape))
    if (at >= 0) return readRows(rows.slice(at + 1), rows[at] ?? [], { shape, title, found })
  }
  return undefined
}

/** `Question` and `Answer` above the sides of cards. */
export function isHeadOfPairs([first = '', second = '']: readonly string[]): boolean {
  return columns.question.test(tidy(first)) && tidy(first).length < 12 && columns.right.test(tidy(second))
}

/** Without accents, capitals and what else differs between writers. */
function tidy(text: string): string {
  const plain = plainLetters(text)
  return plain.trim().replace(/\s+/g, ' ')
}

function placeOf(head: readonly string[], name: RegExp): number {
  return head.findIndex((cell) => name.test(tidy(cell)))
}

function isHead(row: readonly string[], { question, answers: [first, second] }: SheetShape): boolean {
  return [question, first, second].every((name) => name !== undefined && placeOf(row, name) >= 0)
}

function readRows(
  rows: readonly (readonly string[])[],
  head: readonly string[],
  { shape, title, found }: { shape: SheetShape; title: string; found: Collector },
): Imported {
  for (const row of rows) {
    const cell = (name: RegExp) => (row[placeOf(head, name)] ?? '').trim()
    const question = cell(shape.question)
    const answers = shape.answers.map(cell)
    if (question === '' && answers.every((answer) => answer === '')) continue
    // Places count all columns: an empty one in between stays one.
    const filled = answers.slice(0, answers.findLastIndex((answer) => answer !== '') + 1)
    const read = shape.read(cell, filled)
    if ('skipped' in read) found.skip(question, read.skipped)
    else {
      const more = { timeLimit: secondsIn(cell(columns.time)), hasPicture: cell(columns.picture) !== '' }
      take(found, { question, answers: filled, ...read }, more)
    }
  }
  return found.finish(title)
}

/** `20`, `20 sec` or `1 min`; nothing or what is no time is no limit. */
function secondsIn(text: string): number {
  const [, figures = '0', unit = ''] = /^(\d{1,5})\s*(\p{L}?)/u.exec(text) ?? []
  return Number(figures) * (/[mλ]/i.test(unit) ? 60 : 1)
}

function take(
  found: Collector,
  asked: SheetQuestion,
  { timeLimit, hasPicture }: { timeLimit: number; hasPicture: boolean },
): void {
  const { question, comment } = asked
  const made = elementOf(asked)
  if (made === undefined) {
    found.skip(question, 'incomplete')
    return
  }
  const prompt = question === '' ? '' : `<p>${escapeHtml(question)}</p>`
  const said = comment ? { right: comment, wrong: comment } : {}
  const lost = hasPicture ? { simplified: 'pictures' as const } : {}
  found.take(made.type, { prompt, data: made.data, timeLimit, ...said, ...lost }, question)
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
