import sharp from 'sharp'
import { ProductError } from '#shared/errors.ts'

/** Far above any photograph for a page, far below what fills the memory. */
const maxInputPixels = 50_000_000
const longestSide = 2400
/** SVG runs code paths of its own, GIF may hide thousands of frames: both are refused. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/**
 * A picture from outside as it is kept: whole, upright, at most 2400 px long, WebP, without metadata (a photograph
 * says where it was taken). What its name or type claims does not count; one that would unpack to more than 50
 * megapixels is not unpacked.
 * @throws ProductError image_invalid for anything that is no whole JPEG, PNG, WebP or AVIF picture
 */
export async function normalisePicture(input: Buffer): Promise<Buffer> {
  try {
    const image = sharp(input, { limitInputPixels: maxInputPixels, failOn: 'truncated', pages: 1 })
    const { format } = await image.metadata()
    if (!readable.has(format)) throw new Error(`pictures of kind ${format} are refused`)
    return await image
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 3 })
      .toBuffer()
  } catch (cause) {
    throw new ProductError('image_invalid', { cause, fields: { file: 'image_invalid' } })
  }
}
