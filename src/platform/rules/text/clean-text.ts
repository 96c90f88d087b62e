/**
 * More marks on one letter than any language needs. Normalising sorts them, which takes the square of their number:
 * a text of nothing else would hold up everybody for seconds (UAX 15, 13: the stream-safe text format).
 */
const heaps = /(\p{M}{30})\p{M}+/gu

/** NFC of a text of whatever length and making. */
export function composed(text: string): string {
  return text.toWellFormed().replace(heaps, '$1').normalize('NFC')
}

/** Scripts whose letters are joined or parted by U+200D and U+200C (UAX 31, 2.3; RFC 5892, A.1 and A.2). */
const joined = [
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
  ],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan', 'Myanmar', 'Khmer'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const emoji = '\\p{Extended_Pictographic}'
/**
 * Signs of format that mean something: joiners inside an emoji and between joined letters (or at their end), the letters of
 * a flag of a region, and the Arabic signs that span a number.
 */
const meaningful = [
  `(?<=${emoji}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=${emoji})`,
  `(?<=[${joined}]\\p{M}{0,4})[\\u200c\\u200d](?=[${joined}])`,
  `(?<=[${joined}]\\p{M}{0,4})\\u200d(?![${joined}${emoji}])`,
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]',
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
].join('|')
/** What shows nothing though it is no sign of format: fillers of Korean, and the joiner of marks. */
const fillers = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0'
const invisible = new RegExp(`(${meaningful})|[\\p{Cf}${fillers}]`, 'gu')

/**
 * A text without signs that show nothing (soft hyphens, blanks of no width, marks of direction, byte order marks). U+200D and
 * U+200C stay where they change what is seen: in emoji and between letters that are joined.
 */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (_, meant: string | undefined) => meant ?? '')
}

/**
 * Text from outside as it is stored. PostgreSQL takes no NUL, and no other control sign but tab and line break has a
 * meaning in a text.
 */
export function cleanText(text: string): string {
  return composed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** The same as one line of what is seen: titles, names, parts of an address. */
export function cleanLine(text = ''): string {
  return withoutInvisible(cleanText(text)).replace(/\s+/g, ' ').trim()
}
