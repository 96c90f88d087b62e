import { ProductError } from '#platform/errors.ts'
import { commentLength } from '#platform/limits.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'

/** A text as it is stored. @throws ProductError invalid_input when nothing but blanks and control signs was left */
export function storedComment(text: string): string {
  const clean = cleanText(text)
  if (clean.length < commentLength.min)
    throw new ProductError('invalid_input', { fields: { text: 'too_short' } })
  if (clean.length > commentLength.max)
    throw new ProductError('invalid_input', { fields: { text: 'too_long' } })
  return clean
}
