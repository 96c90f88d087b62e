import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'

interface Declared {
  id?: string
  isMany?: boolean
  type: string
  correct: readonly string[]
  mapped?: readonly (readonly [string, number])[]
  /** What an answer is worth that is not named there. */
  otherwise?: number
  /** No more than this counts of what answers are worth together. */
  most?: number | undefined
  /** Of answers that are typed. */
  caseSensitive?: boolean
}

/** What one place of an item takes for right, and what answers are worth. */
export function declared({
  id = 'RESPONSE',
  isMany = false,
  type,
  correct,
  mapped,
  otherwise = 0,
  most,
  caseSensitive,
}: Declared): string {
  const values = correct.map((value) => xml('qti-value', {}, escapeHtml(value)))
  const entries = mapped?.map(([key, value]) =>
    xml('qti-map-entry', {
      'map-key': key,
      'mapped-value': String(value),
      ...(caseSensitive !== undefined && { 'case-sensitive': String(caseSensitive) }),
    }),
  )
  const bounds = { 'lower-bound': '0', ...(most !== undefined && { 'upper-bound': String(most) }) }
  return xml(
    'qti-response-declaration',
    { identifier: id, cardinality: isMany ? 'multiple' : 'single', 'base-type': type },
    xml('qti-correct-response', {}, ...values),
    entries && xml('qti-mapping', { ...bounds, 'default-value': String(otherwise) }, ...entries),
  )
}
