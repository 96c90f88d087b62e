/** The signs of a text as people see them. */
function signsOf(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
}

/** More code units than one sign people type has (a family of four with skin colours has 19). */
const longestSign = 64

/**
 * The beginning of a text in at most `longest` UTF-16 code units, never half a sign: no letter without its marks, no part of an emoji
 * (Unicode UAX 29, grapheme clusters).
 */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text
  // Only the neighbourhood of the cut is looked at: texts may have 100 kB.
  const from = Math.max(0, longest - longestSign)
  const near = text.slice(from, longest + longestSign)
  let end = from
  for (const { index, segment } of signsOf(near)) {
    if (from + index + segment.length > longest) break
    end = from + index + segment.length
  }
  // One sign that is longer than all that may be shown: whole code points of it are better than nothing.
  return (end > 0 ? text.slice(0, end) : text.slice(0, longest)).toWellFormed().replace(/\ufffd$/, '')
}

/** The first sign of a name, for a picture that is a letter: whole, also where it is an emoji. */
export function firstSign(name: string): string {
  for (const { segment } of signsOf(name.slice(0, longestSign))) return segment
  return ''
}
