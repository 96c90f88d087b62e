export const tools = ['bold', 'italic', 'list', 'numbered'] as const
export type Tool = (typeof tools)[number]

/** What takes the place of a part of a text, and what is selected then. */
export interface Marked {
  from: number
  to: number
  words: string
  selection: readonly [number, number]
}

/** The selection of a text with the tool's signs, or without them where they stand already. */
export function marked(text: string, from: number, to: number, tool: Tool): Marked {
  return tool === 'bold' || tool === 'italic'
    ? withSigns(text, from, to, tool === 'bold' ? '**' : '*')
    : asList(text, from, to, tool)
}

function withSigns(text: string, from: number, to: number, sign: string): Marked {
  const { length } = sign
  const isMarked = text.slice(0, from).endsWith(sign) && text.slice(to).startsWith(sign)
  const words = text.slice(from, to)
  const [closing = ''] = /^\**/.exec(text.slice(to)) ?? []
  // Who wrote what is bold goes on behind it.
  if (
    from === to &&
    !text.slice(0, from).endsWith('*') &&
    (closing.length === length || closing.length === 3)
  )
    return { from, to, words: '', selection: [to + length, to + length] }
  // What is bold is not italic for ending in an asterisk.
  const isOther = length === 1 && text.slice(0, from).endsWith('**') && !text.slice(0, from).endsWith('***')
  if (isMarked && !isOther)
    return { from: from - length, to: to + length, words, selection: [from - length, to - length] }
  const [before = ''] = /^\s*/.exec(words) ?? []
  const inner = words.trim()
  const after = words.slice(before.length + inner.length)
  const start = from + before.length + length
  return {
    from,
    to,
    words: `${before}${sign}${inner}${sign}${after}`,
    selection: [start, start + inner.length],
  }
}

const itemSign = /^\s*(?:[-•]|\d{1,3}[.)])\s+/

function asList(text: string, from: number, to: number, tool: Tool): Marked {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const own = tool === 'list' ? /^\s*[-•]\s+/ : /^\s*\d{1,3}[.)]\s+/
  const isList = lines.every((line) => own.test(line))
  const words = lines
    .map((line) => line.replace(itemSign, ''))
    .map((line, at) => (isList ? line : `${tool === 'list' ? '-' : `${at + 1}.`} ${line}`))
    .join('\n')
  return { from: start, to: end, words, selection: [start + words.length, start + words.length] }
}
