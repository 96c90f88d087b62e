import { composed } from '#platform/rules/text/clean-text.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { ownPicture, picturesAsText, pictureTag, replacePictures, textAsPictures } from './rich-pictures.ts'

/** What a text may be made of (the names of elements; attributes below). */
const allowed = new Set(
  'p br strong em u s sub sup ul ol li code pre blockquote table thead tbody tr th td caption a span img'.split(
    ' ',
  ),
)
const renamed: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  div: 'p',
  strike: 's',
  del: 's',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
}
/** What is inside of these is no text for readers. An opening ends at the next `<`, too: read on, many of them took square time. */
const silent =
  /<(script|style|template|noscript|iframe|object|svg|title|textarea|select)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const closesItself: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
}
const deepest = 30

/**
 * HTML from outside with nothing left but plain elements of text, every one of them closed again. What is not understood
 * is shown as it was typed.
 */
export function cleanHtml(source: string): string {
  const html = composed(source)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(silent, '')
  const open: string[] = []
  let out = ''
  let from = 0
  const tag =
    /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?)*)\s*\/?>/g
  for (const found of html.matchAll(tag)) {
    out += escapeText(html.slice(from, found.index))
    from = found.index + found[0].length
    const name = renamed[found[2]?.toLowerCase() ?? ''] ?? found[2]?.toLowerCase() ?? ''
    if (!allowed.has(name)) continue
    out += found[1] ? close(open, name) : begin(open, name, found[3] ?? '')
  }
  out += escapeText(html.slice(from))
  return (
    out +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
    .replace(/<p>\s*<\/p>/g, '')
    .trim()
}

function begin(open: string[], name: string, attributes: string): string {
  if (name === 'br') return '<br>'
  if (name === 'img') return pictureOf(attributes)
  let out = ''
  if (closesItself[name]?.includes(open.at(-1) ?? '')) out = `</${open.pop()}>`
  if (open.length >= deepest) return out
  open.push(name)
  return `${out}<${name}${attributesOf(name, attributes)}>`
}

function close(open: string[], name: string): string {
  const at = open.lastIndexOf(name)
  if (at < 0) return ''
  return open
    .splice(at)
    .reverse()
    .map((each) => `</${each}>`)
    .join('')
}

/** A picture of units, by its name or as pages of ours show it; any other is nothing. */
function pictureOf(attributes: string): string {
  const asset = ownPicture(valueIn(attributes, 'asset') ?? valueIn(attributes, 'src') ?? '')
  return asset === '' ? '' : pictureTag({ asset, alt: valueIn(attributes, 'alt') ?? '' })
}

function valueIn(attributes: string, attribute: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s<>"']+))`, 'i').exec(
    attributes,
  )
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? '') : undefined
}

function attributesOf(name: string, attributes: string): string {
  if (name === 'a') {
    const address = valueIn(attributes, 'href')
    return address && /^https:\/\/[^\s]+$/i.test(address)
      ? ` href="${escapeHtml(address)}" rel="nofollow noopener"`
      : ''
  }
  const language = valueIn(attributes, 'lang')
  if (name === 'span' && language && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
    return ` lang="${language}"`
  return ''
}

/** Entities of the text stay what they are; everything else is text. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]{1,24}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Words somebody typed as HTML: blank lines part paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** What a person typed into a field that also takes HTML; a picture stands in it as in things (`things.ts`). */
export function htmlOfTyped(typed: string): string {
  return /<\/?[a-z][^<>]*>/i.test(typed)
    ? cleanHtml(textAsPictures(typed, (alt) => alt))
    : textAsPictures(htmlOfText(typed), decodeEntities)
}

/** The words of an HTML text, a line a paragraph; of a picture what it shows. */
export function textOfHtml(html: string): string {
  const plain = replacePictures(cleanHtml(html), ({ alt }) => ` ${escapeHtml(alt)} `)
    .replace(/<br>|<\/(p|li|tr|pre|blockquote|caption)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
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
