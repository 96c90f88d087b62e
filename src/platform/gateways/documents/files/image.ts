import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { pictureLimits } from '#platform/limits.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import { Refused } from './refused.ts'

/** A profile of colours has some kilobytes; one of megabytes is there for something else. */
const mostProfile = 2 * 1024 * 1024

/**
 * A picture that is sold: drawn anew in its own format and size, upright, without where and by whom it was taken, and
 * without anything that lies between or behind its pixels.
 * @throws Refused image_too_large (before anything is unpacked), image_invalid
 */
export async function cleanImage(path: string, ending: string, target: string): Promise<void> {
  const { pixels, side, ratio } = pictureLimits
  try {
    const image = sharp(path, { limitInputPixels: pixels, failOn: 'truncated', pages: 1 })
    const { width, height, pages = 1, icc, density, space, depth } = await image.metadata()
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    if (long > side || long > short * ratio || width * height > pixels || pages > 1)
      throw new Refused('image_too_large')
    const upright = inItsColours(image, ending, { space, depth }).rotate()
    const coloured = icc && icc.length < mostProfile ? upright.keepIccProfile() : upright
    // Dots an inch: how large it is when it is printed. With them sharp writes all that cameras add.
    const drawn = await encoded(density ? coloured.withDensity(density) : coloured, ending).toBuffer()
    const clean = cleanPicture(drawn) ?? drawn
    const isJpeg = clean.readUInt16BE(0) === 0xffd8
    await writeFile(target, density && isJpeg ? withDensity(clean, density) : clean, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Refused) throw error
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw new Refused(isLarge ? 'image_too_large' : 'image_invalid', { cause: error })
  }
}

function encoded(image: Sharp, ending: string): Sharp {
  if (ending === 'png') return image.png({ compressionLevel: 6 })
  if (ending === 'webp') return image.webp({ quality: 95, effort: 3 })
  return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
}

/** Says the dots an inch of a JPEG in its first segment (JFIF 1.02); sharp says them only where cameras do. */
function withDensity(bytes: Buffer, dots: number): Buffer {
  const hasSegment = bytes.readUInt16BE(2) === 0xffe0 && bytes.toString('latin1', 6, 10) === 'JFIF'
  const segment = Buffer.from('ffe000104a46494600010201000000000000', 'hex')
  segment.writeUInt16BE(Math.min(0xffff, Math.round(dots)), 12)
  segment.writeUInt16BE(Math.min(0xffff, Math.round(dots)), 14)
  const rest = hasSegment ? 4 + bytes.readUInt16BE(4) : 2
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(rest)])
}

/** Colours for print stay such in a JPEG, 16 bits of a colour in a PNG; without a word sharp makes 8 bits for a screen. */
function inItsColours(
  image: Sharp,
  ending: string,
  { space, depth }: { space: string | undefined; depth: string | undefined },
): Sharp {
  if (space === 'cmyk' && /^jpe?g$/.test(ending))
    return image.pipelineColourspace('cmyk').toColourspace('cmyk')
  if (depth !== 'ushort' || ending !== 'png') return image
  return image.toColourspace(space === 'grey16' || space === 'b-w' ? 'grey16' : 'rgb16')
}
