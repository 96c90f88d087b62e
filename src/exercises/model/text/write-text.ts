import { type Block, isWord, type Span } from './written-text.ts'

const joiner = '\u2060'
const isSign = (sign: string | undefined) => sign === '*' || sign === '_'

/** Paragraphs and lists with the signs that `readWritten` takes for them, whatever signs their words have. */
export function writeWritten(blocks: readonly Block[]): string {
  return blocks
    .map(({ kind, lines }) =>
      lines
        .map(lineOf)
        .map((line, at) =>
          kind === 'p' ? asWords(line) : `${kind === 'ul' ? '-' : `${(at + 1) % 1000}.`} ${line}`,
        )
        .join('\n'),
    )
    .join('\n\n')
}

/** What looks like a line of a list, and is none. */
function asWords(line: string): string {
  return /^\s*(?:-|•|\d{1,3}[.)])\s/.test(line) ? `${joiner}${line}` : line
}

function lineOf(spans: readonly Span[]): string {
  let line = ''
  for (const { text, ...marks } of spans) {
    const words = text
      .replace(/[\u2060\ue000\ue001]/g, '')
      .replace(/[\r\n]/g, ' ')
      .replace(/\*|_(?=_)|(?<=[_\\])_/g, '\\$&')
    if (words === '') continue
    const signs = `${marks.isBold ? '**' : ''}${marks.isItalic ? '*' : ''}`
    const [begin, end] = marks.isUnderlined ? [`__${signs}`, `${signs}__`] : [signs, signs]
    if (begin === '') line += behind(line, words) + words
    else line += behind(line, begin) + begin + inside(words) + end
  }
  return line
}

/** Between what stands there and what follows: a joiner where one would change what the other means. */
function behind(line: string, next: string): string {
  const [last, first] = [line.at(-1), next[0]]
  const isBeforeSign = isSign(first) && (isSign(last) || isWord(last) || last === '\\')
  const isBehindSign = isSign(last) && line.at(-2) !== '\\' && (isSign(first) || isWord(first))
  const isHalf = last === '_' && first === '_'
  return isBeforeSign || isBehindSign || isHalf ? joiner : ''
}

/** Words between signs touch them: blanks, signs and a backslash at an edge do not. */
function inside(words: string): string {
  const isOpen = /^[\s_]/.test(words)
  const isShut = /[\s\\_*]$/.test(words)
  return `${isOpen ? joiner : ''}${words}${isShut ? joiner : ''}`
}
