import { escapeHtml } from '../rules/escape.ts'
import { answered, type Question } from './export-qti-parts.ts'
import { declared } from './formats/qti-declared.ts'
import { xml } from './formats/xml.ts'
import type { PictureSize } from './picture-size.ts'
import type { FileWish } from './pupil-files.ts'
import type { Area } from './shape.ts'
import type { Draw } from './types/draw/draw.ts'
import type { Hotspot } from './types/hotspot/hotspot.ts'
import type { LabelImage } from './types/label-image/label-image.ts'
import type { Upload } from './types/upload/upload.ts'
import type { Picture } from './widget.ts'

/** How large a picture of a unit is; undefined: it is not there, so that its question stays behind. */
export type SizeOfPicture = (asset: string) => PictureSize | undefined

/** Where a picture of a unit lies in a package. */
export function packagedPicture(asset: string): string {
  return `pictures/${asset.slice(asset.lastIndexOf('/') + 1)}`
}

/** The question for places of a picture, in points of it; undefined where QTI would score it in another way. */
export function hotspotQuestion(
  { picture, areas, isMulti }: Hotspot,
  sizeOf: SizeOfPicture,
): Question | undefined {
  const size = picture.asset === '' ? undefined : sizeOf(picture.asset)
  const right = areas.filter(({ isRight }) => isRight).map(({ id }) => `A${id}`)
  if (!size || (!isMulti && right.length !== 1)) return undefined
  const places = areas.map(({ id, label, ...area }) =>
    xml('qti-hotspot-choice', {
      identifier: `A${id}`,
      shape: area.shape,
      coords: coordsOf(area, size),
      'hotspot-label': label,
    }),
  )
  const attributes = { 'response-identifier': 'RESPONSE', 'max-choices': isMulti ? '0' : '1' }
  return {
    body: xml('qti-hotspot-interaction', attributes, imageOf(picture, size), ...places),
    declarations: [declared({ isMany: isMulti, type: 'identifier', correct: right })],
    picture: picture.asset,
  }
}

/** A picture whose places take words; undefined where a word fits several of them, which QTI would want all of. */
export function labelQuestion(
  { picture, zones, items, isSingle }: LabelImage,
  sizeOf: SizeOfPicture,
): Question | undefined {
  const size = picture.asset === '' ? undefined : sizeOf(picture.asset)
  const pairs = zones.flatMap(({ id, accepts }) => accepts.map((item) => [item, id] as const))
  if (!size || new Set(pairs.map(([item]) => item)).size < pairs.length) return undefined
  const words = items.map(({ id, text }) =>
    xml('qti-gap-text', { identifier: `W${id}`, 'match-max': '1' }, escapeHtml(text)),
  )
  const places = zones.map(({ id, box }) =>
    xml('qti-associable-hotspot', {
      identifier: `Z${id}`,
      shape: 'rect',
      coords: coordsOf({ shape: 'rect', box, points: [] }, size),
      'match-max': isSingle ? '1' : '0',
    }),
  )
  const correct = pairs.map(([item, zone]) => `W${item} Z${zone}`)
  return {
    body: xml('qti-graphic-gap-match-interaction', answered, imageOf(picture, size), ...words, ...places),
    declarations: [declared({ isMany: true, type: 'directedPair', correct })],
    picture: picture.asset,
  }
}

/** Something to draw: on its picture, or, where there is none, anywhere, as a picture to hand in. */
export function drawingQuestion({ picture }: Draw, sizeOf: SizeOfPicture): Question | undefined {
  if (picture.asset === '') return uploadQuestion({ accepts: 'image' })
  const size = sizeOf(picture.asset)
  return (
    size && {
      body: xml('qti-drawing-interaction', answered, imageOf(picture, size)),
      declarations: [fileDeclared],
      picture: picture.asset,
    }
  )
}

const mimes: Readonly<Record<FileWish, string | undefined>> = {
  any: undefined,
  image: 'image/jpeg',
  pdf: 'application/pdf',
  audio: 'audio/mpeg',
}
const fileDeclared = xml('qti-response-declaration', {
  identifier: 'RESPONSE',
  cardinality: 'single',
  'base-type': 'file',
})

/** A file to hand in. */
export function uploadQuestion({ accepts }: Pick<Upload, 'accepts'>): Question {
  const type = mimes[accepts]
  return {
    body: xml('qti-upload-interaction', { ...answered, ...(type && { type }) }),
    declarations: [fileDeclared],
  }
}

function imageOf({ asset, alt }: Picture, size: PictureSize): string {
  return xml('img', {
    src: `../${packagedPicture(asset)}`,
    alt,
    width: String(size.width),
    height: String(size.height),
  })
}

/** A circle is as wide as its box: only its middle is shown to pupils. */
function coordsOf({ shape, box: { x, y, width, height }, points: corners }: Area, size: PictureSize): string {
  if (shape === 'poly')
    return corners
      .flatMap((corner) => [(corner.x * size.width) / 100, (corner.y * size.height) / 100])
      .map((point) => String(Math.round(point)))
      .join(',')
  const [left, top] = [(x * size.width) / 100, (y * size.height) / 100]
  const [wide, high] = [(width * size.width) / 100, (height * size.height) / 100]
  const points =
    shape === 'circle' ? [left + wide / 2, top + high / 2, wide / 2] : [left, top, left + wide, top + high]
  return points.map((point) => String(Math.round(point))).join(',')
}
