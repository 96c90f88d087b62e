import { type Hue, hues } from '#platform/rules/web/subject-hue.ts'

/** The colour of a text's band: always the same for one text, and as a rule another one for its neighbour. */
export function articleHue(key: string): Hue {
  const sum = [...key].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return hues[sum % hues.length] as Hue
}

/** How long reading takes, in minutes, at 200 words a minute. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / 200))
}
