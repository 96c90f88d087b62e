import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { pictureLimits } from '#platform/limits.ts'
import { type Crop, cropOf } from '#platform/rules/files/crop.ts'
import { plainDrawing } from './drawing.ts'

const longestSide = 2400
/** SVG runs code paths of its own (drawing.ts takes them apart first), GIF may hide thousands of frames: both are refused. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

export interface PictureWish {
  /** The longest side, in px. */
  side?: number | undefined
  /** What of it is kept, as it stands upright; without it, everything. */
  part?: { crop: Crop; ratio: number } | undefined
  /** It is an SVG, and becomes a picture; anywhere else an SVG is refused. */
  isDrawing?: boolean
}

/**
 * A picture from outside as it is kept: whole, upright, at most 2400 px (or `side`) long, WebP, without metadata (a photograph
 * says where it was taken). What its name or type claims does not count; size and shape are read off its head, and one
 * beyond the limits is not unpacked. For child processes: it takes the thread pool for as long as the picture wants.
 * @throws Error for anything that is no whole JPEG, PNG, WebP or AVIF picture of a usual shape
 */
export async function normalisePicture(
  source: string,
  { side = longestSide, part, isDrawing = false }: PictureWish = {},
): Promise<Buffer> {
  if (isDrawing) return await drawnPicture(source)
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

/** A drawing on white paper: its lines are seen on a dark page, too. What is handed over is bytes, beside which no file lies. */
async function drawnPicture(source: string): Promise<Buffer> {
  const drawing = plainDrawing(await readFile(source))
  if (!drawing) throw new Error('no drawing that can be drawn')
  if (drawing.hasWords && !(await hasLetters())) throw new Error('no font to write its words with')
  return await sharp(drawing.svg, { limitInputPixels: pictureLimits.pixels })
    .flatten({ background: '#fff' })
    .webp({ quality: 90, effort: 3 })
    .toBuffer()
}

/** A machine without a font would leave the words out and say nothing. */
async function hasLetters(): Promise<boolean> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-size="30">m</text></svg>'
  const { channels } = await sharp(Buffer.from(svg)).stats()
  return (channels.at(-1)?.max ?? 0) > 0
}
