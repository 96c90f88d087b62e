import { composed } from '#platform/rules/text/clean-text.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { assetAddress } from '../media/assets.ts'
import type { Picture } from '../task/widget.ts'

const key = 'unit/[0-9a-f]{2}/[0-9a-f]{64}\\.webp'
/** As cleaned HTML has it, and XML of it, and nothing else does. */
const tag = new RegExp(`<img asset="(${key})" alt="([^"]*)"/?>`, 'g')
const typedForm = new RegExp(`!\\[([^[\\]<>]{0,1000})\\]\\((${key})\\)`, 'g')
const keyForm = new RegExp(`^${key}$`)
const addressForm = /^\/api\/v3\/unit-assets\?name=(([0-9a-f]{2})[0-9a-f]{62}\.webp)$/
const mostSigns = 300

/** The picture of units that an address means: its name, or where pages of ours show it; '' for any other address. */
export function ownPicture(address: string): string {
  if (keyForm.test(address)) return address
  const [, name, folder] = addressForm.exec(address) ?? []
  return name === undefined ? '' : `unit/${folder}/${name}`
}

/** A picture inside an HTML text: its name and its description, in a form no browser fetches. */
export function pictureTag({ asset, alt }: Picture): string {
  return `<img asset="${asset}" alt="${escapeHtml(altOf(alt))}">`
}

/** One line; neither a place for a gap nor half a sign. */
function altOf(text: string): string {
  const line = composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\{(?=\{)/g, '{ ')
    .trim()
  return truncate(line, mostSigns).trim()
}

/** The HTML with something else in the place of each of its pictures. */
export function replacePictures(html: string, write: (picture: Picture, at: number) => string): string {
  let at = -1
  return html.replace(tag, (_whole, asset: string, alt: string) => {
    at += 1
    return write({ asset, alt: decodeEntities(alt) }, at)
  })
}

/** The HTML with what pictures show, in words. */
export function withoutRichPictures(html: string): string {
  return replacePictures(html, ({ alt }) => escapeHtml(alt))
}

/** The pictures within all texts of some data. */
export function richPicturesOf(data: unknown): Picture[] {
  if (typeof data === 'string') return picturesInHtml(data)
  if (typeof data !== 'object' || data === null) return []
  return Object.values(data).flatMap(richPicturesOf)
}

/** The pictures of an HTML text, in its order. */
export function picturesInHtml(html: string): Picture[] {
  return [...html.matchAll(tag)].map(([, asset = '', alt = '']) => ({ asset, alt: decodeEntities(alt) }))
}

/** The HTML as a page shows it: with the addresses of its pictures. */
export function shownHtml(html: string): string {
  return replacePictures(
    html,
    ({ asset, alt }) =>
      `<img src="${escapeHtml(assetAddress(asset))}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`,
  )
}

/** The HTML cut at its pictures; what stands between them may be open or closed elsewhere. */
export function htmlPieces(html: string): (string | Picture)[] {
  const pieces = html.split(tag)
  return pieces.flatMap((piece, at): (string | Picture)[] => {
    if (at % 3 === 0) return piece === '' ? [] : [piece]
    return at % 3 === 1 ? [{ asset: piece, alt: decodeEntities(pieces[at + 1] ?? '') }] : []
  })
}

/** Pictures as they are typed, in the place of their elements. */
export function picturesAsText(html: string): string {
  return replacePictures(html, ({ asset, alt }) => `![${escapeHtml(alt)}](${asset})`)
}

/** Elements in the place of pictures that were typed; `read`: what was typed of one that shows something. */
export function textAsPictures(text: string, read: (alt: string) => string): string {
  return text.replace(typedForm, (_whole, alt: string, asset: string) =>
    pictureTag({ asset, alt: read(alt) }),
  )
}

/** Whether a picture of an HTML text, or of one within data, lacks the words for who does not see it. */
export function hasSilentPictures(data: unknown): boolean {
  return /<img asset=\\?"unit\/[^"\\]+\\?" alt=\\?"\\?">/.test(JSON.stringify(data ?? null))
}
