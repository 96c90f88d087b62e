import { declared } from './formats/qti-declared.ts'
import { xml } from './formats/xml.ts'
import type { PictureSize } from './picture-size.ts'
import type { Hotspot } from './types/hotspot/hotspot.ts'

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
): { body: string; declarations: string[]; picture: string } | undefined {
  const size = picture.asset === '' ? undefined : sizeOf(picture.asset)
  const right = areas.filter(({ isRight }) => isRight).map(({ id }) => `A${id}`)
  if (!size || (!isMulti && right.length !== 1)) return undefined
  const places = areas.map(({ id, label, shape, box }) =>
    xml('qti-hotspot-choice', {
      identifier: `A${id}`,
      shape,
      coords: coordsOf(shape, box, size),
      'hotspot-label': label,
    }),
  )
  const image = xml('img', {
    src: `../${packagedPicture(picture.asset)}`,
    alt: picture.alt,
    width: String(size.width),
    height: String(size.height),
  })
  const attributes = { 'response-identifier': 'RESPONSE', 'max-choices': isMulti ? '0' : '1' }
  return {
    body: xml('qti-hotspot-interaction', attributes, image, ...places),
    declarations: [declared({ isMany: isMulti, type: 'identifier', correct: right })],
    picture: picture.asset,
  }
}

type Area = Hotspot['areas'][number]

/** A circle is as wide as its box: only its middle is shown to pupils. */
function coordsOf(shape: Area['shape'], { x, y, width, height }: Area['box'], size: PictureSize): string {
  const [left, top] = [(x * size.width) / 100, (y * size.height) / 100]
  const [wide, high] = [(width * size.width) / 100, (height * size.height) / 100]
  const points =
    shape === 'circle' ? [left + wide / 2, top + high / 2, wide / 2] : [left, top, left + wide, top + high]
  return points.map((point) => String(Math.round(point))).join(',')
}
