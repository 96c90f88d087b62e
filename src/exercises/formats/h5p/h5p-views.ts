import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { at, htmlAt, type Json, listAt, wordsAt } from './h5p-content.ts'

/** A picture to look at and what stands with it; each may be ''. */
export interface Seen {
  path: string
  alt: string
  html: string
}

const pathAt = (json: Json, ...path: string[]) => {
  const value = at(json, ...path, 'path')
  return typeof value === 'string' ? value : ''
}

/** An H5P.Image within another library. */
function imageAt(image: Json, html = ''): Seen {
  return { path: pathAt(image, 'params', 'file'), alt: wordsAt(image, 'params', 'alt'), html }
}

const labelled = (label: string) => (label === '' ? '' : `<p>${escapeHtml(label)}</p>`)

/** A place elsewhere by its name; what is no https address stays the words it is. A package stores addresses with `&amp;`. */
function link(stored: Json, name: string): Seen[] {
  if (typeof stored !== 'string' || !/^https?:\/\/[^\s]+$/i.test(stored)) return []
  const address = decodeEntities(stored)
  const html = cleanHtml(`<p><a href="${escapeHtml(address)}">${escapeHtml(name || address)}</a></p>`)
  return [{ path: '', alt: '', html: /<a href/.test(html) ? html : `<p>${escapeHtml(address)}</p>` }]
}

function greeting(params: Json): Seen[] {
  const words = at(params, 'greeting')
  const html = typeof words === 'string' ? htmlOfTyped(words) : ''
  return [{ path: pathAt(params, 'image'), alt: wordsAt(params, 'alt'), html }]
}

function figures(rows: Json[]): string {
  const cells = rows.map(
    (row) =>
      `<tr><th>${escapeHtml(wordsAt(row, 'text'))}</th><td>${escapeHtml(String(at(row, 'value') ?? ''))}</td></tr>`,
  )
  return cells.length === 0 ? '' : `<table><tbody>${cells.join('')}</tbody></table>`
}

/** Views that ask nothing: what they show stays, one below the other. */
const views: Readonly<Record<string, (params: Json, name: string) => Seen[]>> = {
  'H5P.GreetingCard': greeting,
  'H5P.GreetingCard1': greeting,
  'H5P.Agamotto': (params) =>
    listAt(params, 'items').map((item) =>
      imageAt(at(item, 'image'), labelled(wordsAt(item, 'labelText')) + htmlAt(item, 'description')),
    ),
  'H5P.ImageSlider': (params) =>
    listAt(params, 'imageSlides').map((slide) => imageAt(at(slide, 'params', 'image') ?? at(slide, 'image'))),
  'H5P.ImageJuxtaposition': (params) =>
    ['Before', 'After'].map((side) =>
      imageAt(
        at(params, `image${side}`, `image${side}`),
        labelled(wordsAt(params, `image${side}`, `label${side}`)),
      ),
    ),
  'H5P.Collage': (params) =>
    listAt(params, 'collage', 'clips').map((clip) => ({
      path: pathAt(clip, 'image'),
      alt: wordsAt(clip, 'alt'),
      html: '',
    })),
  // Its numbers, as they stand beside its bars.
  'H5P.Chart': (params) => [{ path: '', alt: '', html: figures(listAt(params, 'listOfTypes')) }],
  'H5P.IFrameEmbed': (params, name) => link(at(params, 'source'), name),
  'H5P.Video': (params, name) =>
    listAt(params, 'sources')
      .slice(0, 1)
      .flatMap((source) => link(at(source, 'path'), wordsAt(params, 'title') || name)),
  'H5P.Link': (params, name) =>
    link(
      `${String(at(params, 'linkWidget', 'protocol') ?? '')}${String(at(params, 'linkWidget', 'url') ?? '')}`,
      wordsAt(params, 'title') || name,
    ),
}

/** What a view of a package shows; nothing for what is no such view, or an empty one. */
export function seenInView(library: string, params: Json, name: string): Seen[] {
  const all = Object.hasOwn(views, library) ? (views[library]?.(params, name) ?? []) : []
  return all.filter(({ path, html }) => path !== '' || html !== '')
}

/** A gap text without a gap: its words, to be read. */
export function readInstead(library: string, params: Json): string {
  if (library !== 'H5P.Blanks') return ''
  const questions = listAt(params, 'questions').map((_each, place) => htmlAt(params, 'questions', place))
  return [htmlAt(params, 'text'), ...questions].join('')
}
