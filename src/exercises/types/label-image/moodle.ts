import type { ImportFiles } from '#exercises/formats/incoming/import-files.ts'
import { pathOf } from '#exercises/formats/moodle/moodle-files.ts'
import type { PackedFile } from '#exercises/formats/moodle/moodle-media.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { packedName } from '#exercises/formats/packed-media.ts'
import { around, boxOfPoints, pairsIn } from '#exercises/formats/regions.ts'
import { type Draft, idAt } from '#exercises/model/task/element-type.ts'
import { type Box, centre } from '#exercises/model/task/shape.ts'
import { readThing } from '#exercises/model/text/option-content.ts'
import { type PictureSize, pictureSize } from '#platform/rules/files/picture-size.ts'
import { cdata, childrenOf, textIn, type XmlNode, xml } from '#platform/rules/text/xml.ts'
import type { LabelImage } from './data.ts'

/** Room for a word on a picture; these files say where it begins (points). */
const word = { width: 90, height: 30 }

type BoxReader = (drop: XmlNode, size: PictureSize) => Box | undefined

/** `ddimageortext`: where each word or picture begins, from the left and from the top. */
export const dropped: BoxReader = (drop, size) => {
  const [x, y] = [Number(textIn(drop, 'xleft')), Number(textIn(drop, 'ytop'))]
  return boxOfPoints(
    [
      { x, y },
      { x: x + word.width, y: y + word.height },
    ],
    size,
  )
}

/** `ddmarker`: `x,y;r`, `x,y;width,height` or the corners `x,y;x,y;x,y`. */
export const marked: BoxReader = (drop, size) => {
  const numbers = textIn(drop, 'coords')
    .split(/[;,]/)
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)))
  const [x = Number.NaN, y = Number.NaN, a = Number.NaN, b = Number.NaN] = numbers
  const shape = textIn(drop, 'shape').toLowerCase()
  if (shape === 'circle') return boxOfPoints(around(x, y, a), size)
  if (shape === 'rectangle') return boxOfPoints(pairsIn([x, y, x + a, y + b]), size)
  return boxOfPoints(pairsIn(numbers), size)
}

/** A picture whose places take words; undefined where it is not there, for the places are points of it. */
export function placedOnPicture(question: XmlNode, files: ImportFiles, boxOf: BoxReader): Draft | undefined {
  const [background] = childrenOf(question, 'file')
  const path = pathOf(question, background?.attributes.name ?? '')
  const size = files.size(path)
  if (!size) return undefined
  const drags = childrenOf(question, 'drag')
  const items = drags.map((drag, at) => ({
    id: `i${idAt(at)}`,
    text: textIn(drag, 'text') || textIn(drag, 'no'),
  }))
  const places = new Map(drags.map((drag, at) => [textIn(drag, 'no'), items[at]?.id ?? '']))
  const drops = childrenOf(question, 'drop').map((drop) => ({
    box: boxOf(drop, size),
    item: places.get(textIn(drop, 'choice')),
  }))
  const zones = drops.flatMap(({ box, item }, at) =>
    box ? [{ id: idAt(at), box, accepts: item ? [item] : [] }] : [],
  )
  const isWhole =
    zones.length === drops.length && drags.every((drag) => childrenOf(drag, 'file').length === 0)
  // Here every thing can go to every place.
  const isGrouped = new Set(drags.map((drag) => textIn(drag, 'draggroup') || '1')).size > 1
  return {
    prompt: promptOf(question),
    data: { zones, items, hasPenalty: false, isSingle: boxOf === dropped },
    picture: { path, alt: '' },
    ...(isWhole ? isGrouped && { simplified: 'groups' as const } : { simplified: 'pictures' as const }),
  }
}

/** Of a picture whose bytes nobody brings, to know what goes along: its places are not written to a file. */
const anySize: PictureSize = { width: 600, height: 400 }

/** `ddimageortext`: words for places of the background; undefined where a place takes none or several of them, which it does not know. */
export function droppedOut(
  { picture, zones, items }: LabelImage,
  packed: PackedFile,
): { type: string; xml: string } | undefined {
  const base64 = picture.asset === '' ? undefined : packed(picture.asset)
  if (base64 === undefined || zones.some(({ accepts }) => accepts.length !== 1)) return undefined
  const size =
    base64 === '' ? anySize : pictureSize(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
  if (!size) return undefined
  const places = zones.map(({ accepts: [item] }) => items.findIndex(({ id }) => id === item) + 1)
  const drags = items.map(({ text }, at) => {
    const isTwice = places.filter((place) => place === at + 1).length > 1
    return xml(
      'drag',
      {},
      xml('no', {}, String(at + 1)),
      xml('text', {}, cdata(readThing(text).text)),
      xml('draggroup', {}, '1'),
      isTwice ? '<infinite/>' : '',
    )
  })
  const drops = zones.map(({ box }, at) => {
    const { x, y } = centre(box)
    const from = (percent: number, whole: number, room: number) =>
      String(Math.max(0, Math.round((percent / 100) * whole - room / 2)))
    return xml(
      'drop',
      {},
      xml('text', {}),
      xml('no', {}, String(at + 1)),
      xml('choice', {}, String(places[at])),
      xml('xleft', {}, from(x, size.width, word.width)),
      xml('ytop', {}, from(y, size.height, word.height)),
    )
  })
  const file = xml('file', { name: packedName(picture.asset), encoding: 'base64' }, base64)
  return { type: 'ddimageortext', xml: ['<shuffleanswers/>', file, ...drags, ...drops].join('\n') }
}
