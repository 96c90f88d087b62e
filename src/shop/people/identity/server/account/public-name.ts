import type { FieldErrors } from '#platform/errors.ts'
import { publicNameLength } from '#platform/limits.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'

/** One sign is a whole name in Chinese, Japanese and Korean. */
const wholeSign = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A name as others see it: one line, nothing invisible; what is wrong with it goes into `fields`. */
export function checkedName(typed: string, fields: FieldErrors): string {
  const name = cleanLine(typed)
  if (name === '') fields.publicName = 'required'
  else if (isTooShort(name)) fields.publicName = 'too_short'
  else if (name.length > publicNameLength.max) fields.publicName = 'too_long'
  return name
}

/** A name another party says, cut to what a name may have; undefined where that is none. */
export function givenName(said: string): string | undefined {
  const name = truncate(cleanLine(said), publicNameLength.max).trim()
  return isTooShort(name) ? undefined : name
}

function isTooShort(name: string): boolean {
  return name.length < publicNameLength.min && !wholeSign.test(name)
}
