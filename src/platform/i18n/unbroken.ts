/**
 * A text whose signs never begin a line: a percent sign and three dots stay with what they follow, and in French also the
 * signs that stand behind a space, and quotes with what they hold. Locale files have plain spaces there, as people type them.
 * All become the one no-break space that is in the font of every page: the narrow one would fetch a further file.
 */
export function unbroken(text: string, lang: string): string {
  const bound = text.replace(/(?<=[\d}]) (?=%)|(?<=\S) (?=…)/g, '\u00a0')
  return lang === 'fr' ? bound.replace(/(?<=\S) (?=[;:!?»])|(?<=«) /g, '\u00a0') : bound
}
