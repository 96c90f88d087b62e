/**
 * More marks on one letter than any language needs. Normalising sorts them, which takes the square of their number:
 * a text of nothing else would hold up everybody for seconds (UAX 15, 13: the stream-safe text format).
 */
const heaps = /(\p{M}{30})\p{M}+/gu

/** NFC of a text of whatever length and making. */
export function composed(text: string): string {
  return text.toWellFormed().replace(heaps, '$1').normalize('NFC')
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

/** The same as one line: titles, names, parts of an address. */
export function cleanLine(text = ''): string {
  return cleanText(text).replace(/\s+/g, ' ')
}
