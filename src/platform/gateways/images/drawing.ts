import { pictureLimits } from '#platform/limits.ts'
import { sizeOfDrawing } from '#platform/rules/files/drawing-size.ts'
import { type PictureSize, pictureSize } from '#platform/rules/files/picture-size.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { readXml, type XmlNode } from '#platform/rules/text/xml.ts'

/** What a drawing is drawn with. No script, page, animation, filter or file of elsewhere is among it. */
const drawn: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'style', 'image'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'textPath', 'marker', 'clipPath', 'mask', 'pattern'],
  ...['linearGradient', 'radialGradient', 'stop'],
])
/** Names of attributes; those of events begin with `on`. */
const plainName = /^(?!on)(?!filter$)[a-zA-Z][a-zA-Z0-9-]*$/
const mostBytes = 4 * 1024 * 1024
const mostParts = 50_000
/** Of photographs in a drawing, all together. */
const mostInnerPixels = 16_000_000
const widestPx = 1600
/** An icon is drawn larger than it says it is: lines stay sharp. */
const narrowestPx = 800

interface State {
  parts: number
  pixels: number
  hasWords: boolean
}

/** The drawing with only its harmless elements; undefined when it is no SVG, or too large. */
export interface PlainDrawing {
  svg: Buffer
  hasWords: boolean
}

/**
 * Reads an SVG as data and writes another one: shapes, colours, words, photographs that lie in it. What names another file, does
 * something or is not known here is not among it, so that whoever draws it has nothing to fetch, to run or to grow.
 */
export function plainDrawing(source: Uint8Array): PlainDrawing | undefined {
  if (source.length > mostBytes) return undefined
  // The usual document type names its own words alone; one that defines some is refused below.
  const text = new TextDecoder().decode(source).replace(/<!DOCTYPE\s+(?:svg:)?svg\b[^<>[\]]*>/i, '')
  const root = readXml(text)
  if (typeof root === 'string' || plainly(root.name) !== 'svg') return undefined
  const size = sizeOfDrawing(root.attributes)
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  if (!(short > 0) || long > short * pictureLimits.ratio) return undefined
  const state: State = { parts: 0, pixels: 0, hasWords: false }
  const inner = root.children.map((child) => written(child, state)).join('')
  if (state.parts > mostParts || inner === '') return undefined
  const scale = Math.min(widestPx, Math.max(narrowestPx, long * 2)) / long
  const sized = {
    ...harmless(root, state),
    viewBox: root.attributes.viewBox ?? `0 0 ${size.width} ${size.height}`,
    width: String(Math.max(1, Math.round(size.width * scale))),
    height: String(Math.max(1, Math.round(size.height * scale))),
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  }
  return { svg: Buffer.from(element('svg', sized, inner)), hasWords: state.hasWords }
}

const plainly = (name: string) => name.replace(/^svg:/, '')

function written(child: XmlNode | string, state: State): string {
  if (typeof child === 'string') return xmlText(child)
  // A link is the group of what can be pressed.
  const own = plainly(child.name)
  const name = own === 'a' ? 'g' : own
  state.parts += 1
  if (!drawn.has(name) || state.parts > mostParts) return ''
  if (name === 'style') return element(name, {}, xmlText(harmlessStyle(wordsIn(child))))
  const attributes = harmless(child, state)
  if (name === 'image' && attributes['xlink:href'] === undefined) return ''
  if (name === 'text' && wordsIn(child).trim() !== '') state.hasWords = true
  return element(name, attributes, child.children.map((inner) => written(inner, state)).join(''))
}

function wordsIn(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : wordsIn(child))).join('')
}

function harmless({ name, attributes }: XmlNode, state: State): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'href' || key === 'xlink:href') {
      if (/^#/.test(value) || (plainly(name) === 'image' && isSmallPhotograph(value, state)))
        safe['xlink:href'] = value
    } else if (key === 'style') safe.style = harmlessStyle(value)
    else if (key === 'xml:space' || (plainName.test(key) && key !== 'src' && !isForeign(value)))
      safe[key] = value
  }
  return safe
}

/** A photograph that lies in the drawing itself, of a size that can be unpacked. */
function isSmallPhotograph(address: string, state: State): boolean {
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([\w+/=\s]+)$/.exec(address) ?? []
  const size: PictureSize | undefined = base64 ? pictureSize(Buffer.from(base64, 'base64')) : undefined
  state.pixels += size ? size.width * size.height : 0
  return size !== undefined && state.pixels <= mostInnerPixels
}

/** Rules and declarations one by one, without those that fetch or blur. */
function harmlessStyle(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/[^;{}]+/g, (part) => (isForeign(part) || /^\s*filter\s*:/i.test(part) ? '' : part))
}

/** It points at something that is not within the drawing, or could be hiding that it does. */
function isForeign(value: string): boolean {
  return /\\|@import|javascript:|expression\s*\(/i.test(value) || /url\(\s*(?!["']?#)/i.test(value)
}

function element(name: string, attributes: Readonly<Record<string, string>>, inner: string): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  return `<${name}${all.join('')}>${inner}</${name}>`
}
