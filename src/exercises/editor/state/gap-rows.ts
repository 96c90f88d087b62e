/** A gap as it stands in a text: `*blue/azure:a colour*`. */
export interface GapRow {
  /** Where it stands in the text, its asterisks with it. */
  start: number
  end: number
  answers: readonly string[]
  tip: string
}

const gap = /\\[*/:\\]|\*((?:\\[*/:\\]|[^*\\\n]|\\(?![*/:\\]))+)\*/g
const sign = /\\([*/:\\])/g

/** The gaps of a text as it was typed. */
export function readGapRows(typed: string): GapRow[] {
  return [...typed.matchAll(gap)].flatMap(({ 0: whole, 1: inner, index }) => {
    if (inner === undefined) return []
    const [before = '', ...tips] = splitAt(inner, ':')
    const answers = splitAt(before, '/').map((answer) => plain(answer).trim())
    return [{ start: index, end: index + whole.length, answers, tip: plain(tips.join(':')).trim() }]
  })
}

/** The text with one of its gaps replaced. */
export function withGap(typed: string, row: GapRow, change: Partial<GapRow>): string {
  const { answers, tip } = { ...row, ...change }
  const said = answers.filter((answer) => answer.trim() !== '')
  if (said.length === 0) return typed
  const inner = said.map(escaped).join('/') + (tip.trim() === '' ? '' : `:${escaped(tip)}`)
  return `${typed.slice(0, row.start)}*${inner}*${typed.slice(row.end)}`
}

/** The text with one of its gaps as the word it was. */
export function withoutGap(typed: string, { start, end, answers }: GapRow): string {
  return typed.slice(0, start) + escaped(answers[0] ?? '') + typed.slice(end)
}

/**
 * The text with what is selected as a gap; where nothing is, the word at that place. Undefined: there is no word, or a gap
 * already.
 */
export function makeGap(
  typed: string,
  from: number,
  to: number,
): { typed: string; word: string; end: number } | undefined {
  const [start, end] = from === to ? wordAt(typed, from) : trimmed(typed, from, to)
  const word = typed.slice(start, end)
  const isTaken = readGapRows(typed).some((row) => row.start < end && start < row.end)
  if (word === '' || /[*\n]/.test(word) || isTaken) return undefined
  const marked = `*${escaped(plain(word))}*`
  return { typed: typed.slice(0, start) + marked + typed.slice(end), word, end: start + marked.length }
}

function wordAt(typed: string, place: number): [number, number] {
  const before = /[\p{L}\p{N}'’-]*$/u.exec(typed.slice(Math.max(0, place - 100), place))?.[0].length ?? 0
  const after = /^[\p{L}\p{N}'’-]*/u.exec(typed.slice(place, place + 100))?.[0].length ?? 0
  return [place - before, place + after]
}

function trimmed(typed: string, from: number, to: number): [number, number] {
  const chosen = typed.slice(from, to)
  const start = from + chosen.length - chosen.trimStart().length
  return [start, start + chosen.trim().length]
}

/** Parts at a sign that has not lost its meaning. */
function splitAt(text: string, by: '/' | ':'): string[] {
  const parts = ['']
  for (const piece of text.match(/\\[*/:\\]|[\s\S]/g) ?? []) {
    if (piece === by) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

const plain = (text: string) => text.replace(sign, '$1')
const escaped = (text: string) => text.trim().replace(/[\\*/:]/g, (each) => `\\${each}`)
