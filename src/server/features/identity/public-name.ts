import type { FieldErrors } from '#shared/errors.ts'
import { publicNameLength } from '#shared/limits.ts'
import { composed } from '#shared/rules/clean-text.ts'

/** A name as others see it: one line, nothing invisible; what is wrong with it goes into `fields`. */
export function checkedName(typed: string, fields: FieldErrors): string {
  const name = composed(typed)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (name === '') fields.publicName = 'required'
  else if (name.length < publicNameLength.min) fields.publicName = 'too_short'
  else if (name.length > publicNameLength.max) fields.publicName = 'too_long'
  return name
}
