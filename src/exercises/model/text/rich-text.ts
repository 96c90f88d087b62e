import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml, escapeText } from '#platform/rules/text/escape.ts'
import { picturesAsText, replacePictures, textAsPictures } from './rich-pictures.ts'

/*
 * For browsers, too. HTML is cleaned where it is stored and imported (`clean-html.ts`), not here.
 */

/** Words somebody typed as HTML: blank lines part paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeText(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/**
 * What a person typed into a field that also takes HTML; a picture stands in it as in things (`things.ts`).
 * @returns HTML that `htmlSchema` still has to clean
 */
export function htmlOfTyped(typed: string): string {
  return /<\/?[a-z][^<>]*>/i.test(typed)
    ? textAsPictures(typed, (alt) => alt)
    : textAsPictures(htmlOfText(typed), decodeEntities)
}

/** The words of a clean HTML text, a line a paragraph; of a picture what it shows. */
export function textOfHtml(html: string): string {
  const plain = replacePictures(html, ({ alt }) => ` ${escapeHtml(alt)} `)
    .replace(/<br>|<\/(p|li|tr|pre|blockquote|caption)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll('\u00ad', '')
  return decodeEntities(plain)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** An HTML text as it stands in a field: words where it is only words and pictures, else its HTML. */
export function typedOfHtml(html: string): string {
  const words = decodeEntities(
    picturesAsText(html)
      .replace(/<\/p>\s*<p>/g, '\n\n')
      .replace(/<\/?p>/g, '')
      .replace(/<br>/g, '\n'),
  )
  return htmlOfTyped(words) === html ? words : html
}
