import { idAt } from '../element-type.ts'
import type { ImportReason } from '../import-report.ts'
import type { PictureSize } from '../picture-size.ts'
import type { Box } from '../shape.ts'
import { around, boxOfPoints, pairsIn } from './places.ts'
import { findAll, type QtiResponse, wordsOf } from './qti-item.ts'
import { childrenOf, type XmlNode } from './xml.ts'

/** A question on a picture, and the picture by its path. */
interface Graphic {
  type: string
  data: object
  picture: { path: string; alt: string }
  simplified?: ImportReason
}

/** `hotspotInteraction`: places to find. */
export function hotspotOf(block: XmlNode, { correct, mapped, isMany }: QtiResponse): Graphic | undefined {
  const picture = backgroundOf(block)
  if (!picture) return undefined
  const right =
    correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0).map(([key]) => key)
  const areas = childrenOf(block, 'hotspotChoice').flatMap((choice, at) => {
    const box = boxOf(choice, picture.size)
    const { identifier = '', hotspotLabel, shape } = choice.attributes
    if (!box) return []
    const isRight = right.includes(identifier)
    const label = hotspotLabel || identifier || String(at + 1)
    return [{ id: idAt(at), label, shape: shape === 'circle' ? 'circle' : 'rect', box, isRight }]
  })
  const isBoxed = childrenOf(block, 'hotspotChoice').some(
    ({ attributes }) => attributes.shape === 'poly' || !attributes.hotspotLabel,
  )
  return {
    type: 'hotspot',
    data: { areas, isMulti: isMany },
    picture: picture.shown,
    ...(isBoxed && { simplified: 'places' as const }),
  }
}

/** `graphicGapMatchInteraction`: places that take words or pictures. */
export function labelledOf(block: XmlNode, { correct, mapped }: QtiResponse): Graphic | undefined {
  const picture = backgroundOf(block)
  if (!picture) return undefined
  const things = childrenOf(block, 'gapText').concat(childrenOf(block, 'gapImg'))
  const items = things.map((thing, at) => ({ id: `i${idAt(at)}`, text: nameOf(thing) }))
  const ids = new Map(things.map(({ attributes }, at) => [attributes.identifier ?? '', items[at]?.id ?? '']))
  const said = correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0).map(([key]) => key)
  const pairs = said.map((pair) => pair.split(/\s+/))
  const zones = childrenOf(block, 'associableHotspot').flatMap((spot, at) => {
    const box = boxOf(spot, picture.size)
    const here = pairs.filter((pair) => pair.includes(spot.attributes.identifier ?? ''))
    const accepts = here.flatMap((pair) => pair.flatMap((id) => ids.get(id) ?? []))
    return box ? [{ id: idAt(at), box, accepts }] : []
  })
  const hasPictures = childrenOf(block, 'gapImg').length > 0
  return {
    type: 'label_image',
    data: { zones, items, hasPenalty: false },
    picture: picture.shown,
    ...(hasPictures && { simplified: 'pictures' as const }),
  }
}

function nameOf(thing: XmlNode): string {
  const [picture] = findAll(thing, (name) => name === 'img' || name === 'object')
  const { objectLabel, identifier = '' } = thing.attributes
  return wordsOf(thing) || picture?.attributes.alt || objectLabel || identifier
}

/** The picture of a question: `object` in 2.1 and 2.2, `img` in 3.0. Its places are points of the size that stands there. */
function backgroundOf(block: XmlNode): { shown: Graphic['picture']; size: PictureSize } | undefined {
  const own = block.children.filter((child): child is XmlNode => typeof child !== 'string')
  const picture = own.find(({ name }) => name === 'object' || name === 'img')
  const { data, src, alt = '', width = '', height = '' } = picture?.attributes ?? {}
  const path = data ?? src ?? ''
  const size = { width: Number.parseFloat(width), height: Number.parseFloat(height) }
  if (!picture || path === '' || !(size.width > 0 && size.height > 0)) return undefined
  return { shown: { path, alt: (alt || wordsOf(picture)).slice(0, 500) }, size }
}

function boxOf({ attributes: { shape = '', coords = '' } }: XmlNode, size: PictureSize): Box | undefined {
  const numbers = coords.split(/[\s,]+/).map((each) => (each === '' ? Number.NaN : Number(each)))
  const [x = Number.NaN, y = Number.NaN, a = Number.NaN, b = Number.NaN] = numbers
  if (shape === 'default') return { x: 0, y: 0, width: 100, height: 100 }
  if (shape === 'circle') return boxOfPoints(around(x, y, a), size)
  if (shape === 'ellipse') return boxOfPoints(around(x, y, a, b), size)
  return boxOfPoints(pairsIn(numbers), size)
}
