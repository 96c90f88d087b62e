import { truncate } from './truncate.ts'

/** What search engines show of a description. */
export const descriptionLongest = 155
/** A shorter description leaves room that search engines fill with whatever stands on the page. */
export const descriptionShortest = 120
/** A whole title; longer ones are cut where they are shown. */
export const pageTitleLongest = 60

/** Blank and ellipsis, inside the longest length. */
const ellipsis = ' …'

/**
 * The beginning of a text in at most `longest` characters, on one line: whole words, then an ellipsis. Only a first word
 * that is longer by itself is cut, at its last hyphen or between two letters.
 */
export function shorten(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const room = longest - ellipsis.length
  // One more character: a word may end exactly where the room ends.
  const end = line.slice(0, room + 1).lastIndexOf(' ')
  const words = line.slice(0, Math.max(0, end)).replace(/[\s,;:(–—-]+$/, '')
  return words === '' ? `${beginningOf(line, longest - 1)}…` : words + ellipsis
}

/** The first of several forms of a title, the best first, that is shown whole; else the shortest. */
export function fittingTitle(forms: readonly [string, ...string[]]): string {
  const fitting = forms.find((form) => form.length <= pageTitleLongest)
  return fitting ?? forms.reduce((short, form) => (form.length < short.length ? form : short))
}

/** A part of one word, never half a letter (accents, emoji). */
function beginningOf(word: string, longest: number): string {
  const hyphen = word.slice(0, longest).lastIndexOf('-')
  return hyphen > 0 ? word.slice(0, hyphen + 1) : truncate(word, longest)
}
