import { numberOf } from '#exercises/model/engines/gap-numbers.ts'
import { readNumber } from '#exercises/model/engines/typed-answer.ts'
import { fillGaps, gapIds, type MarkedGap, openBrace } from '#exercises/model/text/gap-markup.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { ImportReason } from './incoming/import-report.ts'

interface ClozeText {
  html: string
  gaps: Record<string, MarkedGap>
  /** What could not be kept: a gap was something else than words or numbers to type, comments, points of gaps. */
  lost: ImportReason[]
  /** Capitals count in all of them. */
  isCaseSensitive: boolean
}

const question =
  /\{(\d{0,2}):((?:SHORTANSWER|SA|MW)(?:_?C)?|(?:MULTICHOICE|MULTIRESPONSE|MC|MR)_?[VH]?S?|NUMERICAL|NM):((?:\\.|[^}\\])*)\}/g
const unread = /\{\d{0,2}:[A-Z_]{2,20}:/

/** Reads Moodle's embedded answers: `{1:SHORTANSWER:=blue#yes~%50%azure}`. */
export function readCloze(html: string): ClozeText | undefined {
  const gaps: Record<string, MarkedGap> = {}
  let isOther = false
  let hasComments = false
  const worths = new Set<string>()
  const minded = new Set<boolean>()
  let count = 0
  const text = html
    .replaceAll(openBrace, '{ ')
    .replace(question, (whole, worth: string, kind: string, body: string) => {
      const isNumber = kind.startsWith('N')
      const sent = rightAnswers(body)
      const answers = isNumber ? sent.map(asNumber) : sent
      if (answers.length === 0) return whole
      const [written, capitals] = /^(?:SHORTANSWER|SA|MW)(_?C)?$/.exec(kind) ?? []
      if (isNumber) isOther ||= answers.some(({ tolerance }) => tolerance === undefined)
      else if (written === undefined) isOther = true
      else minded.add(capitals !== undefined)
      if (isCommented(body)) hasComments = true
      worths.add(worth || '1')
      count += 1
      gaps[`g${count}`] = { answers, tip: '' }
      return `{{g${count}}}`
    })
  if (count === 0 || unread.test(text)) return undefined
  // Where they count in one gap and not in another, they count in none.
  return {
    html: text,
    gaps,
    lost: [
      ...(isOther || minded.size > 1 ? (['gaps'] as const) : []),
      ...(worths.size > 1 ? (['scoring'] as const) : []),
      ...(hasComments ? (['feedback'] as const) : []),
    ],
    isCaseSensitive: minded.has(true) && !minded.has(false),
  }
}

/** A text whose gaps are all chosen, one answer wholly right: the right one first. */
export function readChosenCloze(
  html: string,
): { html: string; gaps: Record<string, string[]>; lost: ImportReason[] } | undefined {
  const gaps: Record<string, string[]> = {}
  let isWhole = true
  let hasComments = false
  let count = 0
  const text = html
    .replaceAll(openBrace, '{ ')
    .replace(question, (_whole, _worth: string, kind: string, body: string) => {
      const all = answersIn(body)
      const right = all.filter(({ fraction }) => fraction > 0)
      const others = all.filter(({ fraction }) => fraction <= 0)
      if (!/^(MULTICHOICE|MC)/.test(kind) || right.length !== 1 || others.length === 0) isWhole = false
      if (isCommented(body)) hasComments = true
      count += 1
      gaps[`g${count}`] = [...new Set([...right, ...others].map((each) => each.text))]
      return `{{g${count}}}`
    })
  if (count === 0 || !isWhole || unread.test(text)) return undefined
  return { html: text, gaps, lost: hasComments ? ['feedback'] : [] }
}

/** `12:0.5`; what is no number, such as `*` for all of them, stays words. */
function asNumber({ text, fraction }: MarkedGap['answers'][number]): MarkedGap['answers'][number] {
  const [number = '', off = '0'] = text.split(':').map((part) => part.trim())
  const answer = { text: number, fraction, tolerance: Math.abs(readNumber(off)?.value ?? 0) }
  return numberOf(answer) === undefined ? { text: number, fraction } : answer
}

const isCommented = (body: string) => /(?<!\\)#\s*[^~\s]/.test(body)

function rightAnswers(body: string): MarkedGap['answers'] {
  return answersIn(body)
    .filter(({ fraction }) => fraction > 0)
    .map(({ text, fraction }) => ({ text, fraction: Math.min(1, fraction) }))
}

function answersIn(body: string): MarkedGap['answers'] {
  return body.split(/(?<!\\)~/).flatMap((each) => {
    const [, equals, percent, rest = ''] = /^\s*(=)?(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(each) ?? []
    const fraction = equals ? 1 : Number(percent ?? 0) / 100
    const [text = ''] = rest.split(/(?<!\\)#/)
    // Nobody types the tags of `H<sub>2</sub>O`.
    const words = text.replace(/\\(.)/g, '$1').replace(/<\/?[a-z][^<>]*>/gi, '')
    const plain = decodeEntities(words).replace(/\s+/g, ' ').trim()
    return plain === '' ? [] : [{ text: plain, fraction }]
  })
}

/** The text with its gaps as Moodle writes them. */
export function writeCloze({
  html,
  gaps,
  caseSensitive = false,
}: {
  html: string
  gaps: Readonly<Record<string, MarkedGap>>
  caseSensitive?: boolean
}): string {
  if (gapIds(html).length === 0) return html
  const escaped = (text: string) => escapeHtml(text).replace(/[}#~"\\/]/g, (sign) => `\\${sign}`)
  return fillGaps(html, (id) => {
    const answers = gaps[id]?.answers ?? []
    const isNumber = answers.length > 0 && answers.every((answer) => numberOf(answer) !== undefined)
    const written = answers.map((answer) => {
      const worth = answer.fraction === 1 ? '=' : `%${Number((answer.fraction * 100).toFixed(5))}%`
      return worth + (isNumber ? `${numberOf(answer)}:${answer.tolerance}` : escaped(answer.text))
    })
    return `{1:${isNumber ? 'NUMERICAL' : `SHORTANSWER${caseSensitive ? '_C' : ''}`}:${written.join('~')}}`
  })
}
