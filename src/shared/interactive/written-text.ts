/** A piece of a line. */
export interface Span {
  text: string
  isBold?: true
  isItalic?: true
}

/** A paragraph, or a list with a line an item. */
export interface Block {
  kind: 'p' | 'ul' | 'ol'
  lines: Span[][]
}

type Mark = 1 | 2
const item = /^\s*(?:(-|•)|\d{1,3}[.)])\s+(.*)$/
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign)

/**
 * What a pupil wrote, with what they marked: `**bold**`, `*italic*`, `- ` and `1. ` before the lines of a list, an empty line between
 * paragraphs. It is data, never HTML: whatever else was typed stays words.
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
      kind !== 'p' || lines.some((line) => line.some((each) => each.isBold || each.isItalic)),
  )
}

function wordsOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('')
}

/** One of each mark is open at most, so that a line is read once, however many signs it has. */
function spansOf(line: string): Span[] {
  const pieces = line.split(/(\*+)/)
  const pairs = new Map<number, Mark[]>()
  const open = new Map<Mark, number>()
  for (let at = 1; at < pieces.length; at += 2) {
    const [before, after] = [pieces[at - 1]?.at(-1), pieces[at + 1]?.[0]]
    const mayClose = !isBlank(before) && !isWord(after)
    const mayOpen = !isBlank(after) && !isWord(before)
    for (const mark of marksOf(pieces[at]?.length ?? 0)) {
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

/** Three stand for both. */
function marksOf(count: number): Mark[] {
  if (count === 1 || count === 2) return [count]
  return count === 3 ? [2, 1] : []
}

function joined(pieces: readonly string[], pairs: ReadonlyMap<number, readonly Mark[]>): Span[] {
  const now = new Set<Mark>()
  return pieces.flatMap((piece, at): Span[] => {
    const marks = pairs.get(at) ?? []
    for (const mark of marks) if (!now.delete(mark)) now.add(mark)
    const left = marks.reduce((count: number, mark) => count - mark, piece.length)
    const text = at % 2 === 1 ? '*'.repeat(left) : piece
    if (text === '') return []
    return [{ text, ...(now.has(2) && { isBold: true }), ...(now.has(1) && { isItalic: true }) }]
  })
}
