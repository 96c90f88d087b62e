import { htmlOfTyped, typedOfHtml } from './rich-text.ts'

/** What may stand between two asterisks: answers parted by `/`, each perhaps with what it is worth, and a tip. */
export interface MarkedGap {
  /** With a tolerance it is a number, right when it is that near; see gap-numbers.ts. */
  answers: { text: string; fraction: number; tolerance?: number | undefined }[]
  tip: string
}

export interface MarkedText {
  /** HTML with `{{g1}}` where a gap is. */
  html: string
  gaps: Record<string, MarkedGap>
}

/** Each brace before another one: parted from it (`{ {`), what somebody typed is never taken for a gap, however many there are. */
export const openBrace = /\{(?=\{)/g
const placeholder = /\{\{(g\d{1,3})\}\}/g
/** Stands for a sign whose meaning a backslash took away, while the text is read. */
const standIns = { '\\*': '\ue001', '\\/': '\ue002', '\\:': '\ue003', '\\\\': '\ue004' } as const

/** Reads `The sky is *blue/azure:a colour*.` as HTML with gaps; `hasShares`: `50%azure` is worth half. */
export function readGaps(typed: string, hasShares = true): MarkedText {
  const gaps: Record<string, MarkedGap> = {}
  let count = 0
  const marked = protectSigns(typed.replaceAll(openBrace, '{ ')).replace(
    // What a picture shows is no place for a gap.
    /!\[[^[\]<>]*\]\(unit\/|<img\b[^<>]*>|\*([^*\n]+)\*/g,
    (whole, inner: string | undefined) => {
      if (inner === undefined) return whole
      count += 1
      gaps[`g${count}`] = readGap(inner, hasShares)
      return `{{g${count}}}`
    },
  )
  return { html: htmlOfTyped(plainSigns(marked)), gaps }
}

function readGap(inner: string, hasShares: boolean): MarkedGap {
  const [before = '', ...tips] = inner.split(':')
  const answers = before.split('/').map((answer) => {
    if (!hasShares) return { text: plainSigns(answer).trim(), fraction: 1 }
    const [, percent, text = ''] = /^\s*(?:(\d{1,3}(?:\.\d{1,5})?)\s*%)?(.*)$/s.exec(answer) ?? []
    return {
      text: plainSigns(text).trim(),
      fraction: percent === undefined ? 1 : Math.min(1, Number(percent) / 100),
    }
  })
  return { answers: answers.filter(({ text }) => text !== ''), tip: plainSigns(tips.join(':')).trim() }
}

/** The text as it would have been typed. */
export function writeGaps({ html, gaps }: MarkedText): string {
  const typed = typedOfHtml(html).replace(/[\\*]/g, (sign) => `\\${sign}`)
  return typed.replace(placeholder, (_whole, id: string) => `*${writeGap(gaps[id])}*`)
}

function writeGap(gap: MarkedGap | undefined): string {
  const escaped = (text: string) => text.replace(/[\\*/:]/g, (sign) => `\\${sign}`)
  const answers = (gap?.answers ?? []).map(
    ({ text, fraction }) => (fraction === 1 ? '' : `${Number((fraction * 100).toFixed(5))}%`) + escaped(text),
  )
  return answers.join('/') + (gap?.tip ? `:${escaped(gap.tip)}` : '')
}

/** Ids of the gaps in the order in which they stand in the text. */
export function gapIds(html: string): string[] {
  return [...html.matchAll(placeholder)].map(([, id = '']) => id)
}

/** The text with something put where its gaps are. */
export function fillGaps(html: string, fill: (id: string) => string): string {
  return html.replace(placeholder, (_whole, id: string) => fill(id))
}

function protectSigns(text: string): string {
  return text.replace(/\\[*/:\\]/g, (sign) => standIns[sign as keyof typeof standIns])
}

function plainSigns(text: string): string {
  return text.replace(/[\ue001-\ue004]/g, (sign) => '*/:\\'[sign.charCodeAt(0) - 0xe001] ?? '')
}
