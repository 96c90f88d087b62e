import sanitizeHtml from 'sanitize-html'
import { composed } from '#platform/rules/text/clean-text.ts'
import { ownPicture, pictureTag, replacePictures } from './rich-pictures.ts'
import { textOfHtml } from './rich-text.ts'

/*
 * For the server: sanitize-html is 56 kB (gzip), and whatever a browser sends is cleaned by `htmlSchema`. What browsers need of
 * texts is in `rich-text.ts`.
 */

/** What a text may be made of. */
const allowed =
  'p br strong em u s sub sup ul ol li code pre blockquote table thead tbody tr th td caption a span img'.split(
    ' ',
  )
/** Renamed before parsing: a paragraph ends where the next one begins, whatever it was called. */
const renamed: Readonly<Record<string, string>> = {
  ...{ b: 'strong', i: 'em', strike: 's', del: 's', div: 'p' },
  ...{ h1: 'p', h2: 'p', h3: 'p', h4: 'p', h5: 'p', h6: 'p' },
}
/** What is inside of these is not text for readers. An opening ends at the next `<`, too: read on, many of them took square time. */
const silent =
  /<(script|style|template|noscript|iframe|object|svg|title|textarea|select)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Elements of HTML and MathML that are dropped while their text stays. Any other name is text: `x<y and y>z`. */
const dropped = `
  html head body base link meta main header footer nav aside section article address hgroup figure figcaption
  dl dt dd hr div h1 h2 h3 h4 h5 h6 menu search abbr acronym b bdi bdo big blink center cite data del dfn dir
  font i ins kbd mark marquee nobr q rb rp rt rtc ruby samp small strike time tt var wbr area audio canvas
  embed map param picture source track video col colgroup tfoot button datalist fieldset form input label
  legend meter optgroup option output progress details dialog summary slot frame frameset noframes noembed
  plaintext xmp script style template noscript iframe object svg title textarea select math maction menclose
  merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt
  mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation annotation-xml
`
const known = new Set([...allowed, ...dropped.trim().split(/\s+/)])

/** Where a tag may begin; with its name where it is also complete. */
const opening = /<(?:(\/?)([a-z][a-z0-9-]*)(?=[\s/>])(?=(?:"[^"]*"|'[^']*'|[^<>"'])*>)|!--)?/gi
const bareAmpersand = /&(?!(?:[a-z][a-z0-9]{1,24}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi

/**
 * HTML from outside with only plain elements of text left, each of them closed. What is no tag is shown as it was typed.
 * Cleaning twice changes nothing.
 */
export function cleanHtml(source: string): string {
  if (!/[<&>]/.test(source)) return composed(source).trim()
  const clean = sanitizeHtml(guarded(source), options).replaceAll(' />', '>')
  const html = replacePictures(clean, pictureTag)
    // In NFC a tag would lose its end to a mark behind it: `>` and U+0338 are `≯`.
    .replace(/>\p{M}+/gu, '>')
    .replace(/[^\P{Cc}\n\r\t]/gu, '')
    .replace(/<p>\s*<\/p>/g, '')
  return composed(html).trim()
}

/** The words of HTML from outside (`textOfHtml`). */
export const textOfForeignHtml = (html: string): string => textOfHtml(cleanHtml(html))

/** The parser reads `a<b` as the beginning of a tag and `&copy` without its end as ©: both are text. */
function guarded(source: string): string {
  return source
    .replace(silent, '')
    .replace(bareAmpersand, '&amp;')
    .replace(opening, (whole, slash = '', name = '') => {
      if (name === '') return whole === '<' ? '&lt;' : whole
      const element = name.toLowerCase()
      return known.has(element) ? `<${slash}${renamed[element] ?? element}` : `&lt;${slash}${name}`
    })
}

const options: sanitizeHtml.IOptions = {
  allowedTags: allowed,
  allowedAttributes: { a: ['href', 'rel'], span: ['lang'], img: ['asset', 'alt'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nonTextTags: [],
  nestingLimit: 30,
  transformTags: {
    a: (tagName, { href = '' }): sanitizeHtml.Tag =>
      /^https:\/\/[^\s]+$/i.test(href)
        ? { tagName, attribs: { href, rel: 'nofollow noopener' } }
        : { tagName, attribs: {} },
    span: (tagName, { lang = '' }): sanitizeHtml.Tag =>
      /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(lang) ? { tagName, attribs: { lang } } : { tagName, attribs: {} },
    img: (tagName, { asset, src, alt = '' }) => ({
      tagName,
      attribs: { asset: ownPicture(asset ?? src ?? ''), alt },
    }),
  },
  // A picture that is none of ours.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.asset,
}
