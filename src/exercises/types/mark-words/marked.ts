import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { MarkWords } from './data.ts'

/** Words of a text; those between asterisks are the right ones. Signs stay with their word. */
export function readMarked(typed: string) {
  return readMarkedBy(typed, /\*([^*\n]+)\*/g)
}

/** The same with other signs around the right ones, which `right` finds: what is between them is its first group. */
export function readMarkedBy(typed: string, right: RegExp) {
  const tokens = truncate(typed, interactiveLimits.textLength)
    .replace(right, (_whole, inner: string) => inner.replace(/\S+/g, '\ue001$&'))
    .match(/\n|[^\s]+/g)
  return {
    tokens: (tokens ?? []).map((token, at) => ({
      id: `w${at}`,
      text: token.replaceAll('\ue001', ''),
      isRight: token.includes('\ue001'),
    })),
  }
}

type Token = Omit<MarkWords['tokens'][number], 'id'>

/** Phrases with their ids, in their order. */
export function numberedTokens(tokens: readonly Token[]): MarkWords['tokens'] {
  return tokens.map((token, at) => ({ id: `w${at}`, ...token }))
}

/** A right phrase, a wrong one, a sign that means nothing (`\\*`) within what is only read, or the end of a line. */
const phrases = /\*((?:\\.|[^*\\\n])+)\*|\[((?:\\.|[^\]\\\n])+)\]|(\n)|((?:\\.|[^\s*[\\])+|[*[\\])/g

/** `The [cat] *sleeps*.`: phrases that may be marked, the right ones between asterisks, and words that are only read. */
export function readPhrases(typed: string): { tokens: MarkWords['tokens'] } {
  const found = [...truncate(typed, interactiveLimits.textLength).matchAll(phrases)]
  const plain = (text: string) => text.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ').trim()
  return {
    tokens: numberedTokens(
      found.flatMap(([, right, wrong, line, read = '']): Token[] => {
        if (line) return [{ text: line, isRight: false }]
        const phrase = plain(right ?? wrong ?? '')
        if (phrase !== '') return [{ text: phrase, isRight: right !== undefined }]
        const text = plain(read)
        return text === '' ? [] : [{ text, isRight: false, isFixed: true }]
      }),
    ),
  }
}

/** The same as it is typed. */
export function writePhrases(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, isRight, isFixed }) => {
      if (text === '\n') return text
      const safe = text.replace(/[\\*[\]]/g, '\\$&')
      return isFixed ? safe : isRight ? `*${safe}*` : `[${safe}]`
    })
    .join(' ')
}
