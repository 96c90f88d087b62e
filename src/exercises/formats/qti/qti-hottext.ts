import { numberIn } from '#exercises/model/task/typed-values.ts'
import { type MarkWords, mostLetters } from '#exercises/types/mark-words/data.ts'
import { numberedTokens } from '#exercises/types/mark-words/marked.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { XmlNode } from '#platform/rules/text/xml.ts'
import { silent, wordsOf } from './qti-item.ts'
import type { QtiResponse } from './qti-rules.ts'

type Token = Omit<MarkWords['tokens'][number], 'id'>

const blocks = new Set(['p', 'div', 'li', 'tr', 'blockquote', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const endOfLine: Token = { text: '\n', isRight: false }

/** `hottextInteraction`: only the phrases in `hottext` can be marked, at most `maxChoices` of them. */
export function markedOf(block: XmlNode, { correct, mapped, isMany }: QtiResponse) {
  const right =
    correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0).map(([key]) => key)
  const tokens = inLines(tokensIn(block, right))
  const phrases = tokens.filter(({ text, isFixed }) => text !== '\n' && !isFixed)
  const onlyMarked = phrases.some(({ text }) => /\s/.test(text)) || tokens.some(({ isFixed }) => isFixed)
  // What is not said is one of them where the answer is one.
  const most = isMany ? (numberIn(block.attributes.maxChoices) ?? 0) : 1
  return {
    type: 'mark_words',
    data: { tokens: numberedTokens(tokens), onlyMarked, most: most < phrases.length ? most : 0 },
  }
}

function tokensIn(node: XmlNode, right: readonly string[]): Token[] {
  return node.children.flatMap((child): Token[] => {
    if (typeof child === 'string') return readIn(child)
    if (child.name === 'prompt' || silent.has(child.name)) return []
    if (child.name === 'hottext') {
      const text = truncate(wordsOf(child), mostLetters)
      const isRight = right.includes(child.attributes.identifier ?? '')
      return text === '' ? [] : [{ text, isRight }]
    }
    const inner =
      child.name === 'math' ? readIn(wordsOf({ ...child, children: [child] })) : tokensIn(child, right)
    return blocks.has(child.name) ? [endOfLine, ...inner, endOfLine] : inner
  })
}

const readIn = (text: string): Token[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ text: truncate(word, mostLetters), isRight: false, isFixed: true }))

/** Lines end once, and none is empty. */
function inLines(tokens: readonly Token[]): Token[] {
  const isEnd = (token: Token | undefined) => token === undefined || token.text === '\n'
  const lines = tokens.filter((token, at) => !isEnd(token) || !isEnd(tokens[at - 1]))
  return isEnd(lines.at(-1)) ? lines.slice(0, -1) : lines
}
