import { readLines, writeLine } from '#shared/interactive/lines.ts'
import { seeded, shuffled } from '#shared/interactive/random.ts'
import { decodeEntities } from '#shared/rules/decode-entities.ts'
import type { DraftElement } from './draft.ts'

/** A list somebody wrote once and may play as several games. */
type Table =
  | { kind: 'pairs'; pairs: readonly (readonly [string, string])[] }
  | { kind: 'groups'; items: readonly (readonly [string, string])[] }
  | { kind: 'choice'; right: readonly string[]; wrong: readonly string[] }

const games: Readonly<Record<Table['kind'], readonly string[]>> = {
  pairs: ['match', 'memory', 'flashcards', 'gap_drag', 'crossword', 'word_search', 'choice'],
  groups: ['categorize', 'choice', 'true_false'],
  choice: ['choice', 'flashcards'],
}

/** What else an element can be played as. */
export function otherGames(element: DraftElement): string[] {
  const table = tableOf(element)
  return table ? games[table.kind].filter((type) => type !== element.type) : []
}

/** The same list as another game; a quiz of pairs has a question for each. */
export function switched(element: DraftElement, type: string, newId: () => string): DraftElement[] {
  const table = tableOf(element)
  if (!table || !games[table.kind].includes(type)) return [element]
  const make = (f: Record<string, string>, prompt = element.prompt): DraftElement => ({
    ...element,
    id: newId(),
    type,
    prompt,
    points: '',
    f,
  })
  if (type === 'choice' && table.kind !== 'choice') return quizOf(table, make)
  if (table.kind === 'groups') return [make({ statements: statementsOf(table.items) })]
  if (table.kind === 'choice')
    return [make({ cards: writeLine([plain(element.prompt), table.right.join(' / ')]) })]
  const lines = table.pairs.map(([a, b]) => writeLine([a, b])).join('\n')
  if (type === 'flashcards') return [make({ cards: lines })]
  if (type === 'crossword' || type === 'word_search')
    return [make({ words: lines, ...(type === 'word_search' && { showsWords: '' }) })]
  if (type === 'gap_drag')
    return [make({ gapText: table.pairs.map(([a, b]) => `${marked(b)}: *${marked(a)}*`).join('\n') })]
  return [make({ pairs: lines })]
}

function tableOf({ type, f }: DraftElement): Table | undefined {
  const two = (text = '') =>
    readLines(text)
      .map(({ parts: [a = '', b = ''] }) => [a, b] as const)
      .filter(([a, b]) => a !== '' && b !== '')
  if (type === 'match' || type === 'memory') return pairs(two(f.pairs))
  if (type === 'flashcards') return pairs(two(f.cards))
  if (type === 'crossword' || type === 'word_search') return pairs(two(f.words))
  if (type === 'gap_drag') return pairs(gapPairs(f.gapText ?? '', f.distractors ?? ''))
  if (type === 'categorize') {
    const items = two(f.items)
    return items.length > 1 ? { kind: 'groups', items } : undefined
  }
  if (type !== 'choice') return undefined
  const lines = readLines(f.options ?? '').map(({ isMarked, parts: [text = ''] }) => ({ isMarked, text }))
  const right = lines.filter(({ isMarked }) => isMarked).map(({ text }) => text)
  return right.length === 0
    ? undefined
    : { kind: 'choice', right, wrong: lines.filter(({ isMarked }) => !isMarked).map(({ text }) => text) }
}

/** Pairs that were made a text with gaps, `b: *a*` in each line; any other text is no list. */
function gapPairs(text: string, distractors: string): (readonly [string, string])[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => /^((?:[^*\\]|\\.)+): \*((?:[^*:/\\]|\\.)+)\*$/.exec(line.trim()))
  if (distractors.trim() !== '' || read.some((found) => !found)) return []
  const plainly = (marks = '') => marks.replace(/\\(.)/g, '$1')
  return read.map((found) => [plainly(found?.[2]), plainly(found?.[1])] as const)
}

function pairs(list: readonly (readonly [string, string])[]): Table | undefined {
  return list.length > 1 ? { kind: 'pairs', pairs: list } : undefined
}

const mostOptions = 4

/** A question for each thing; what is wrong is what belongs to the others. */
function quizOf(
  table: Exclude<Table, { kind: 'choice' }>,
  make: (f: Record<string, string>, prompt: string) => DraftElement,
): DraftElement[] {
  const list = table.kind === 'pairs' ? table.pairs : table.items
  const answers = [...new Set(list.map(([, b]) => b))]
  if (answers.length < 2) return []
  return list.map(([a, b]) => {
    const others = shuffled(
      answers.filter((answer) => answer !== b),
      seeded(a),
    ).slice(0, mostOptions - 1)
    const options = [writeLine([b], true), ...others.map((answer) => writeLine([answer]))].join('\n')
    return make({ options, policy: 'net' }, a)
  })
}

/** Each thing with its group, every other one with a wrong one. */
function statementsOf(items: readonly (readonly [string, string])[]): string {
  const groups = [...new Set(items.map(([, group]) => group))]
  return items
    .map(([name, group], at) => {
      const other = groups.find((each) => each !== group)
      const isRight = at % 2 === 0 || other === undefined
      return writeLine([`${name}: ${isRight ? group : other}`], isRight)
    })
    .join('\n')
}

function plain(html: string): string {
  return (
    decodeEntities(html.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim() || '?'
  )
}

/** Signs that mean something between asterisks. */
function marked(text: string): string {
  return text.replace(/[\\*/:]/g, (sign) => `\\${sign}`)
}
