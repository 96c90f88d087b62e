import sharp from 'sharp'
import { pictureLimits } from '#shared/limits.ts'
import { type Crop, cropOf } from '#shared/rules/crop.ts'

const longestSide = 2400
/** SVG runs code paths of its own, GIF may hide thousands of frames: both are refused. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

export interface PictureWish {
  /** The longest side, in px. */
  side?: number | undefined
  /** What of it is kept, as it stands upright; without it, everything. */
  part?: { crop: Crop; ratio: number } | undefined
}

/**
 * A picture from outside as it is kept: whole, upright, at most 2400 px (or `side`) long, WebP, without metadata (a photograph
 * says where it was taken). What its name or type claims does not count; size and shape are read off its head, and one
 * beyond the limits is not unpacked. For child processes: it takes the thread pool for as long as the picture wants.
 * @throws Error for anything that is no whole JPEG, PNG, WebP or AVIF picture of a usual shape
 */
export async function normalisePicture(
  source: string,
  { side = longestSide, part }: PictureWish = {},
): Promise<Buffer> {
  const { pixels, side: longest, ratio } = pictureLimits
  const image = sharp(source, { limitInputPixels: pixels, failOn: 'truncated', pages: 1 })
  const { format, width, height, autoOrient } = await image.metadata()
  if (!readable.has(format)) throw new Error(`pictures of kind ${format} are refused`)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long > longest || long > short * ratio) throw new Error(`${width} x ${height} is no shape of a picture`)
  const upright = image.rotate()
  const cut = part ? upright.extract(cropOf(autoOrient, part.ratio, part.crop)) : upright
  return await cut
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: side < longestSide ? 80 : 90, effort: 3 })
    .toBuffer()
}
