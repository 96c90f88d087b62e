import { escapeHtml } from '../../rules/escape.ts'
import { fillGaps, gapIds, type MarkedGap } from '../gap-markup.ts'
import { decodeEntities } from '../rich-text.ts'

interface ClozeText {
  html: string
  gaps: Record<string, MarkedGap>
  /** A gap was something else than words to type. */
  isSimplified: boolean
  /** Capitals count in all of them. */
  isCaseSensitive: boolean
}

const question =
  /\{\d{0,2}:((?:SHORTANSWER|SA|MW)(?:_?C)?|(?:MULTICHOICE|MULTIRESPONSE|MC|MR)_?[VH]?S?|NUMERICAL|NM):((?:\\.|[^}\\])*)\}/g
const unread = /\{\d{0,2}:[A-Z_]{2,20}:/

/** Reads Moodle's embedded answers: `{1:SHORTANSWER:=blue#yes~%50%azure}`. */
export function readCloze(html: string): ClozeText | undefined {
  const gaps: Record<string, MarkedGap> = {}
  let isSimplified = false
  const minded = new Set<boolean>()
  let count = 0
  const text = html.replaceAll('{{', '{ {').replace(question, (whole, kind: string, body: string) => {
    const isNumber = kind.startsWith('N')
    const answers = rightAnswers(body).map((answer) => ({
      ...answer,
      // How far a number may be off has no place in a word that is typed.
      text: isNumber ? (answer.text.split(':')[0] ?? '') : answer.text,
    }))
    if (answers.length === 0) return whole
    const [written, capitals] = /^(?:SHORTANSWER|SA|MW)(_?C)?$/.exec(kind) ?? []
    if (written === undefined) isSimplified = true
    else minded.add(capitals !== undefined)
    count += 1
    gaps[`g${count}`] = { answers, tip: '' }
    return `{{g${count}}}`
  })
  if (count === 0 || unread.test(text)) return undefined
  // Where they count in one gap and not in another, they count in none.
  return {
    html: text,
    gaps,
    isSimplified: isSimplified || minded.size > 1,
    isCaseSensitive: minded.has(true) && !minded.has(false),
  }
}

function rightAnswers(body: string): MarkedGap['answers'] {
  return body.split(/(?<!\\)~/).flatMap((each) => {
    const [, equals, percent, rest = ''] = /^\s*(=)?(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(each) ?? []
    const fraction = equals ? 1 : Number(percent ?? 0) / 100
    const [text = ''] = rest.split(/(?<!\\)#/)
    const plain = decodeEntities(text.replace(/\\(.)/g, '$1')).trim()
    return fraction > 0 && plain !== '' ? [{ text: plain, fraction: Math.min(1, fraction) }] : []
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
    const written = answers.map(
      ({ text, fraction }) =>
        `${fraction === 1 ? '=' : `%${Number((fraction * 100).toFixed(5))}%`}${escaped(text)}`,
    )
    return `{1:SHORTANSWER${caseSensitive ? '_C' : ''}:${written.join('~')}}`
  })
}
