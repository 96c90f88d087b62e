import type { MarkedGap } from '../text/gap-markup.ts'
import { readNumber } from './typed-answer.ts'

type Answer = MarkedGap['answers'][number]

/** `12±0.5`, or `12+-0.5` on a keyboard without the sign; a backslash before the sign makes it words. */
const around = /^(-?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?) *(\\*)(±|\+-) *(\d+(?:[.,]\d+)?)$/i

/** Digits that do not come from the way computers count. */
const rounded = (value: number) => Number(value.toPrecision(12))

/** Reads an answer as it is typed in a gap: a number with what it may be off by, or words. */
export function readGapAnswer({ text, fraction }: Answer): Answer {
  const [, number = '', slashes, sign = '', off = ''] = around.exec(text) ?? []
  if (slashes === undefined) return { text, fraction }
  if (slashes !== '') return { text: text.replace(`\\${sign}`, sign), fraction }
  return { text: number, fraction, tolerance: Number(off.replace(',', '.')) }
}

/** The answer as it would be typed in a gap. */
export function writeGapAnswer({ text, fraction, tolerance }: Answer): Answer {
  if (tolerance !== undefined) return { text: `${text}±${tolerance}`, fraction }
  const [, , slashes, sign = ''] = around.exec(text) ?? []
  return { text: slashes === undefined ? text : text.replace(sign, `\\${sign}`), fraction }
}

/** The value of an answer that is a number; undefined: it is words. */
export function numberOf({ text, tolerance }: Answer): number | undefined {
  if (tolerance === undefined) return undefined
  const read = readNumber(text)
  return read?.unit === '' ? read.value : undefined
}

/** Whether a typed text is a number near enough to an answer that is one. */
export function isNear(typed: string, answer: Answer): boolean {
  const [given, meant] = [readNumber(typed), numberOf(answer)]
  if (given === undefined || given.unit !== '' || meant === undefined) return false
  return rounded(Math.abs(given.value - meant)) <= (answer.tolerance ?? 0)
}

/** What is right, as pupils read it: `12 ± 0.5`. */
export function shownAnswer({ text, tolerance = 0 }: Answer): string {
  return tolerance === 0 ? text : `${text} ± ${tolerance}`
}

/** Every answer of a text's gaps, read or written in another way. */
export function mapAnswers(
  gaps: Readonly<Record<string, MarkedGap>>,
  change: (answer: Answer) => Answer,
): Record<string, MarkedGap> {
  return Object.fromEntries(
    Object.entries(gaps).map(([id, gap]) => [id, { ...gap, answers: gap.answers.map(change) }]),
  )
}
