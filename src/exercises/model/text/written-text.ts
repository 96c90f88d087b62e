/** A piece of a line. */
export interface Span {
  text: string
  isBold?: true
  isItalic?: true
  isUnderlined?: true
}

/** A paragraph, or a list with a line an item. */
export interface Block {
  kind: 'p' | 'ul' | 'ol'
  lines: Span[][]
}

/** What a sign marks: italic, bold, underlined. */
type Mark = 1 | 2 | 4
const item = /^\s*(?:(-|•)|\d{1,3}[.)])\s+(.*)$/
/** Whether a sign belongs to a word; nothing does not. */
export const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign)

/** Stands between a sign and what would take its meaning from it; nobody sees it, and nobody types it. */
const joiner = '\u2060'
/** In the place of signs behind a backslash, which are words. */
const literals: readonly (readonly [string, string])[] = [
  ['*', '\ue000'],
  ['_', '\ue001'],
]

/**
 * What a pupil wrote, with what they marked: `**bold**`, `*italic*`, `__underlined__`, `- ` and `1. ` before the lines of a list, an
 * empty line between paragraphs; `\\*` and `\\_` are the signs themselves. It is data, never HTML: whatever else was typed stays words.
 */
export function readWritten(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      open = undefined
      continue
    }
    const found = item.exec(line)
    const kind = found ? (found[1] ? 'ul' : 'ol') : 'p'
    if (open?.kind !== kind) {
      open = { kind, lines: [] }
      blocks.push(open)
    }
    open.lines.push(spansOf(found ? (found[2] ?? '') : line))
  }
  return blocks
}

/** Its words alone, as they are counted and searched. */
export function plainWritten(text: string): string {
  return readWritten(text)
    .map(({ lines }) => lines.map(wordsOf).join('\n'))
    .join('\n\n')
}

/** Its words with the signs of lists, for formats that know nothing else. */
export function listedWritten(text: string): string {
  return readWritten(text)
    .map(({ kind, lines }) =>
      lines
        .map((line, at) => `${kind === 'ul' ? '• ' : kind === 'ol' ? `${at + 1}. ` : ''}${wordsOf(line)}`)
        .join('\n'),
    )
    .join('\n\n')
}

/** Whether it is more than words: then it looks other than it was typed. */
export function isFormatted(text: string): boolean {
  return readWritten(text).some(
    ({ kind, lines }) =>
      kind !== 'p' ||
      lines.some((line) => line.some((each) => each.isBold || each.isItalic || each.isUnderlined)),
  )
}

function wordsOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('')
}

/** One of each mark is open at most, so that a line is read once, however many signs it has. */
function spansOf(line: string): Span[] {
  const hidden = literals.reduce((text, [sign, sealed]) => text.replaceAll(`\\${sign}`, sealed), line)
  const pieces = hidden.split(/(\*+|_+)/)
  const pairs = new Map<number, Mark[]>()
  const open = new Map<Mark, number>()
  const [before, after] = [bordersOf(pieces), bordersOf(pieces.toReversed()).toReversed()]
  for (let at = 1; at < pieces.length; at += 2) {
    const [left, right] = [before[at]?.at(-1), after[at]?.[0]]
    const mayClose = !isBlank(left) && !isWord(right)
    const mayOpen = !isBlank(right) && !isWord(left)
    for (const mark of marksOf(pieces[at] ?? '')) {
      const from = open.get(mark)
      if (from !== undefined && from < at && mayClose) {
        pairs.set(from, [...(pairs.get(from) ?? []), mark])
        pairs.set(at, [...(pairs.get(at) ?? []), mark])
        open.delete(mark)
      } else if (from === undefined && mayOpen) open.set(mark, at)
    }
  }
  return joined(pieces, pairs)
}

/** The words next to each piece on one side: signs beside signs are none. */
function bordersOf(pieces: readonly string[]): (string | undefined)[] {
  let last: string | undefined
  return pieces.map((piece, at) => {
    const found = last
    if (at % 2 === 0 && piece !== '') last = piece
    return found
  })
}

/** Three stand for both. */
function marksOf(signs: string): Mark[] {
  const { length } = signs
  if (signs.startsWith('_')) return length === 2 ? [4] : []
  if (length === 1 || length === 2) return [length]
  return length === 3 ? [2, 1] : []
}

function joined(pieces: readonly string[], pairs: ReadonlyMap<number, readonly Mark[]>): Span[] {
  const now = new Set<Mark>()
  return pieces.flatMap((piece, at): Span[] => {
    const marks = pairs.get(at) ?? []
    for (const mark of marks) if (!now.delete(mark)) now.add(mark)
    const left = marks.reduce((count: number, mark) => count - Math.min(mark, 2), piece.length)
    const text = at % 2 === 1 ? piece.slice(0, left) : shown(piece)
    if (text === '') return []
    return [
      {
        text,
        ...(now.has(2) && { isBold: true }),
        ...(now.has(1) && { isItalic: true }),
        ...(now.has(4) && { isUnderlined: true }),
      },
    ]
  })
}

function shown(text: string): string {
  return literals.reduce((all, [sign, sealed]) => all.replaceAll(sealed, sign), text.replaceAll(joiner, ''))
}
