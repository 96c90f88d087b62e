import { type FileWish, fileWishes } from '#exercises/model/media/pupil-files.ts'
import { idAt } from '#exercises/model/task/element-type.ts'
import { type Area, type Box, mostCorners } from '#exercises/model/task/shape.ts'
import type { PictureSize } from '#platform/rules/files/picture-size.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import { around, boxOfPoints, pairsIn, pointsOnPicture, withElsewhere } from '../regions.ts'
import { findAll, wordsOf } from './qti-item.ts'
import type { QtiResponse } from './qti-rules.ts'

/** A question on a picture, and the picture by its path. */
interface Graphic {
  type: string
  data: object
  picture: { path: string; alt: string }
  simplified?: ImportReason | readonly ImportReason[]
}

/** `hotspotInteraction`: places to find. */
export function hotspotOf(block: XmlNode, { correct, mapped, isMany }: QtiResponse): Graphic | undefined {
  const picture = backgroundOf(block)
  if (!picture) return undefined
  const right =
    correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0).map(([key]) => key)
  const areas = childrenOf(block, 'hotspotChoice').flatMap((choice, at) => {
    const { identifier = '', hotspotLabel, shape, coords = '' } = choice.attributes
    const area = areaIn(shape ?? '', coords, picture.size)
    if (!area) return []
    const isRight = right.includes(identifier)
    const label = hotspotLabel || identifier || String(at + 1)
    return [{ id: idAt(at), label, ...area, isRight }]
  })
  const isUnnamed = childrenOf(block, 'hotspotChoice').some(({ attributes }) => !attributes.hotspotLabel)
  return hotspotWith(areas, { isMany, picture: picture.shown, lost: isUnnamed ? ['places'] : [] })
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
  const isSingle = childrenOf(block, 'associableHotspot').every(
    ({ attributes }) => attributes.matchMax === '1',
  )
  return {
    type: 'label_image',
    data: { zones, items, hasPenalty: false, isSingle },
    picture: picture.shown,
    ...(hasPictures && { simplified: 'pictures' as const }),
  }
}

/** `selectPointInteraction`: where one points is chosen by its name here; those names are numbers until somebody gives better ones. */
export function pointOf(block: XmlNode, { areas, isMany }: QtiResponse): Graphic | undefined {
  const picture = backgroundOf(block)
  const best = Math.max(0, ...areas.map(({ value }) => value))
  if (!picture) return undefined
  const places = areas.flatMap(({ shape, coords, value }, at) => {
    const area = areaIn(shape, coords, picture.size)
    const isRight = value > 0 && value === best
    return area ? [{ id: idAt(at), label: String(at + 1), ...area, isRight }] : []
  })
  return hotspotWith(places, { isMany, picture: picture.shown, lost: ['labels'] })
}

type Place = Area & { id: string; label: string; isRight: boolean }

function hotspotWith(
  places: Place[],
  { isMany, picture, lost }: { isMany: boolean; picture: Graphic['picture']; lost: ImportReason[] },
): Graphic {
  const { areas, isAdded } = withElsewhere(places, (area) => ({
    ...area,
    ...{ id: idAt(places.length), label: String(places.length + 1), isRight: false },
  }))
  const simplified = [...lost, ...(isAdded ? (['one_area'] as const) : [])]
  return { type: 'hotspot', data: { areas, isMulti: isMany }, picture, simplified }
}

/** `graphicOrderInteraction`: the names of the places are brought into their order, below the picture. */
export function graphicOrderOf(block: XmlNode, { correct }: QtiResponse) {
  const choices = childrenOf(block, 'hotspotChoice')
  const names = new Map(
    choices.map(({ attributes }, at) => [attributes.identifier, attributes.hotspotLabel || String(at + 1)]),
  )
  const items = correct.map((id, at) => ({ id: idAt(at), text: names.get(id) ?? '' }))
  const shown = shownIn(block)
  if (items.length < names.size) return undefined
  const simplified: ImportReason = 'places'
  return { type: 'order', data: { items, scoring: 'all' }, simplified, ...(shown && { shown }) }
}

/** `drawingInteraction`: a picture to draw on. */
export function drawingOf(block: XmlNode): Pick<Graphic, 'type' | 'data'> & Partial<Graphic> {
  const shown = shownIn(block)
  const data = { lines: 12, picture: { asset: '', alt: '' } }
  return { type: 'draw', data, ...(shown && { picture: shown }) }
}

/** What kind of file `uploadInteraction` wants. */
export function wishOf({ attributes: { type = '' } }: XmlNode): FileWish {
  if (type === 'application/pdf') return 'pdf'
  return fileWishes.find((wish) => wish !== 'any' && type.startsWith(`${wish}/`)) ?? 'any'
}

/** What a thing is called: its words, or those beside its picture. */
export function nameOf(thing: XmlNode): string {
  const [picture] = findAll(thing, (name) => name === 'img' || name === 'object')
  const { objectLabel, identifier = '' } = thing.attributes
  return wordsOf(thing) || picture?.attributes.alt || objectLabel || identifier
}

/** The picture of a question: `object` in 2.1 and 2.2, `img` in 3.0. Its places are points of the size that stands there. */
function backgroundOf(block: XmlNode): { shown: Graphic['picture']; size: PictureSize } | undefined {
  const shown = shownIn(block)
  const { width = '', height = '' } = pictureIn(block)?.attributes ?? {}
  const size = { width: Number.parseFloat(width), height: Number.parseFloat(height) }
  return shown && size.width > 0 && size.height > 0 ? { shown, size } : undefined
}

function pictureIn(block: XmlNode): XmlNode | undefined {
  const own = block.children.filter((child): child is XmlNode => typeof child !== 'string')
  return own.find(({ name }) => name === 'object' || name === 'img')
}

function shownIn(block: XmlNode): Graphic['picture'] | undefined {
  const picture = pictureIn(block)
  const { data, src, alt = '' } = picture?.attributes ?? {}
  const path = data ?? src ?? ''
  return picture && path !== '' ? { path, alt: truncate(alt || wordsOf(picture), 500) } : undefined
}

/** A place with its outline, where it has one of corners. */
function areaIn(shape: string, coords: string, size: PictureSize): Area | undefined {
  const box = boxIn(shape, coords, size)
  if (!box) return undefined
  if (shape === 'circle') return { shape, box, points: [] }
  if (shape !== 'poly') return { shape: 'rect', box, points: [] }
  const points = pointsOnPicture(pairsIn(numbersIn(coords)), size)
  return points.length < 3 || points.length > mostCorners
    ? { shape: 'rect', box, points: [] }
    : { shape, box, points }
}

const numbersIn = (coords: string) =>
  coords.split(/[\s,]+/).map((each) => (each === '' ? Number.NaN : Number(each)))

function boxOf({ attributes: { shape = '', coords = '' } }: XmlNode, size: PictureSize): Box | undefined {
  return boxIn(shape, coords, size)
}

function boxIn(shape: string, coords: string, size: PictureSize): Box | undefined {
  const numbers = numbersIn(coords)
  const [x = Number.NaN, y = Number.NaN, a = Number.NaN, b = Number.NaN] = numbers
  if (shape === 'default') return { x: 0, y: 0, width: 100, height: 100 }
  if (shape === 'circle') return boxOfPoints(around(x, y, a), size)
  if (shape === 'ellipse') return boxOfPoints(around(x, y, a, b), size)
  return boxOfPoints(pairsIn(numbers), size)
}
