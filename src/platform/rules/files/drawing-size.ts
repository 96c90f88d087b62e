import type { PictureSize } from './picture-size.ts'

/** What browsers give a drawing that does not say how large it is. */
const usual: PictureSize = { width: 300, height: 150 }
const perUnit: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 96 / 72, pc: 16 },
  ...{ mm: 96 / 25.4, cm: 96 / 2.54, in: 96 },
}

/** How large an SVG is in px, by what its first element says; its places are points of that. */
export function sizeOfDrawing(attributes: Readonly<Record<string, string>>): PictureSize {
  const [width, height] = [lengthOf(attributes.width), lengthOf(attributes.height)]
  if (width !== undefined && height !== undefined) return { width, height }
  const [, , wide = 0, high = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!(wide > 0 && high > 0)) return { width: width ?? usual.width, height: height ?? usual.height }
  if (width !== undefined) return { width, height: (width * high) / wide }
  return height === undefined ? { width: wide, height: high } : { width: (height * wide) / high, height }
}

/** Undefined: a share of something, or no length. */
function lengthOf(text = ''): number | undefined {
  const [, number, unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*([a-z]{0,2})\s*$/i.exec(text) ?? []
  const px = Number(number) * (perUnit[unit.toLowerCase()] ?? Number.NaN)
  return px > 0 && Number.isFinite(px) ? px : undefined
}

/** The same of the bytes of a file; undefined: it is no SVG. */
export function sizeInDrawing(bytes: Uint8Array): PictureSize | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 20_000))
  const [, tag] = /<(?:svg:)?svg\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/.exec(text) ?? []
  if (tag === undefined) return undefined
  const found = [...tag.matchAll(/\s(width|height|viewBox)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return sizeOfDrawing(Object.fromEntries(found.map(([, name, one, other]) => [name, one ?? other ?? ''])))
}
