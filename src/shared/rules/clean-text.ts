/**
 * Text from outside as it is stored. PostgreSQL takes no NUL, and no other control sign but tab and line break has a
 * meaning in a text.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
