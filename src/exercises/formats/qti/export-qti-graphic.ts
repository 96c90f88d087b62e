import type { Area } from '#exercises/model/task/shape.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import type { PictureSize } from '#platform/rules/files/picture-size.ts'
import { xml } from '#platform/rules/text/xml.ts'

/** How large a picture of a unit is; undefined: it is not there, so that its question stays behind. */
export type SizeOfPicture = (asset: string) => PictureSize | undefined

/** Where a picture of a unit lies in a package. */
export function packagedPicture(asset: string): string {
  return `pictures/${asset.slice(asset.lastIndexOf('/') + 1)}`
}

/** A picture of a unit in an item. */
export function imageOf({ asset, alt }: Picture, size: PictureSize): string {
  return xml('img', {
    src: `../${packagedPicture(asset)}`,
    alt,
    width: String(size.width),
    height: String(size.height),
  })
}

/** A circle is as wide as its box: only its middle is shown to pupils. */
export function coordsOf(
  { shape, box: { x, y, width, height }, points: corners }: Area,
  size: PictureSize,
): string {
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
