import { answersOf, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { patternLimits, safePattern } from '#exercises/model/engines/safe-pattern.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { childrenOf, textIn, type XmlNode } from '#platform/rules/text/xml.ts'

const mostPatterns = 10

/** A question of Moodle's plugin `pmatch`, as far as its answers are words or patterns of words; undefined: none of them is. */
export function shortTextOfPmatch(question: XmlNode): Draft | undefined {
  const all = answersOf(question)
  const counted = all.filter(({ fraction }) => fraction > 0)
  const read = counted.map(({ text, fraction, feedback }) => {
    const worth = { fraction: Math.min(1, Number(fraction.toFixed(7))), feedback }
    return (readPmatch(text) ?? []).map((taken) => ({ ...taken, ...worth }))
  })
  const taken = read.flat()
  if (counted.length > 0 && taken.length === 0) return undefined
  const answers = taken.flatMap(({ words, fraction, feedback }) =>
    words === undefined ? [] : [{ pattern: starless(words), fraction, feedback }],
  )
  const patterns = taken.flatMap(({ pattern, fraction, feedback }) =>
    pattern === undefined ? [] : [{ pattern, fraction, feedback }],
  )
  const isCut = read.some((each) => each.length === 0) || patterns.length > mostPatterns
  const isOther = taken.some(({ isLenient }) => isLenient) || childrenOf(question, 'synonym').length > 0
  const hasMore = all.some(({ fraction, feedback }) => fraction <= 0 && feedback !== '')
  const lost = [...(isCut || isOther ? ['scoring' as const] : []), ...(hasMore ? ['feedback' as const] : [])]
  return {
    prompt: promptOf(question),
    data: {
      answers: [...shownFirst(question, taken), ...answers],
      patterns: patterns.slice(0, mostPatterns),
      caseSensitive: textIn(question, 'usecase') === '1',
      acceptTypos: taken.length > 0 && taken.every(({ isLenient }) => isLenient),
    },
    ...(lost.length > 0 && { simplified: lost }),
  }
}

/** What is shown as the right answer, where patterns alone would take it: the one its author wrote, or one that fits. */
function shownFirst(question: XmlNode, taken: readonly (Taken & { fraction: number; feedback: string })[]) {
  const best = taken.find(({ fraction }) => fraction === 1)
  if (!best || taken.some(({ words, fraction }) => words !== undefined && fraction === 1)) return []
  const model = truncate(textOfForeignHtml(textIn(question, 'modelanswer')).replace(/\s+/g, ' '), 200)
  return [{ pattern: starless(model || best.example), fraction: 1, feedback: best.feedback }]
}

const starless = (text: string) => text.replaceAll('*', '\\*')

/** What one answer of Moodle's plugin `pmatch` takes: words alone, or a pattern with an answer that fits it. */
interface Taken {
  /** Plain words where nothing else is taken. */
  words?: string
  pattern?: string
  /** An answer that fits. */
  example: string
  /** A slip in a longer word is let pass. */
  isLenient: boolean
}

/**
 * `match(a b)`, `match_w(a|b c*)` and several of them in `match_any(...)`; undefined where it asks for more than words in
 * their order: any order, distances, what must not be said.
 */
function readPmatch(source: string): Taken[] | undefined {
  const text = source.replace(/\s+/g, ' ').trim()
  const any = /^match_any ?\((.*)\)$/i.exec(text)?.[1]
  if (any === undefined) {
    const taken = takenBy(text)
    return taken && [taken]
  }
  const inner = any.match(/match(?:_[a-z0-9]+)? ?\([^()]*\)/gi) ?? []
  const isAll = any.replace(/match(?:_[a-z0-9]+)? ?\([^()]*\)/gi, '').trim() === ''
  const all = inner.map((each) => takenBy(each))
  return isAll && all.length > 0 && all.every((each) => each !== undefined) ? all : undefined
}

/** `w`: more words may stand around, `o`: in any order, `m` and what follows it: slips are let pass. */
const known = /^(?:m[frtx]*[12]?|[wo])*$/i

function takenBy(text: string): Taken | undefined {
  const [, options = '', inner = ''] = /^match(?:_([a-z0-9]+))? ?\(([^()]*)\)$/i.exec(text) ?? []
  if (!known.test(options) || /[{}\\_]|%%/.test(inner)) return undefined
  const words = wordsIn(inner.trim())
  const isUnordered = /o/i.test(options) && words.length > 1
  if (isUnordered || words.length === 0 || words.some((word) => word.includes(''))) return undefined
  const hasMore = /w/i.test(options)
  const isLenient = /m/i.test(options)
  const isPlain = words.every((word) => word.length === 1 && !/[*?]/.test(word[0] ?? ''))
  const example = words.map(([first = '']) => first.replace(/[*?]/g, '')).join(' ')
  if (isPlain && !hasMore) return { words: example, example, isLenient }
  const pattern = patternOf(words, hasMore)
  return pattern.length <= patternLimits.pattern && safePattern(pattern)
    ? { pattern, example, isLenient }
    : undefined
}

/** Each word with what may stand in its place: `a|[b c]`; a phrase in brackets is one of them. */
function wordsIn(inner: string): string[][] {
  const parts = inner.replace(/ ?\| ?/g, '|').match(/(?:\[[^[\]]*\]|[^\s[\]])+/g) ?? []
  return parts.map((part) =>
    part
      .replace(/[[\]]/g, '')
      .split('|')
      .map((each) => each.trim()),
  )
}

const signs: Readonly<Record<string, string>> = { '*': '\\S*', '?': '\\S' }

function patternOf(words: readonly string[][], hasMore: boolean): string {
  const written = words.map((word) => {
    const ways = word.map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => signs[sign] ?? `\\${sign}`))
    return ways.length === 1 ? (ways[0] ?? '') : `(?:${ways.join('|')})`
  })
  return hasMore ? `(?:.* )?${written.join(' (?:.* )?')}(?:[ .,!?].*)?` : written.join(' ')
}
