import sharp, { type Sharp } from 'sharp'
import { pictureLimits } from '#shared/limits.ts'
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
    // Dots an inch: how large it is when it is printed.
    const profiled = density ? coloured.withDensity(density) : coloured
    if (ending === 'png') await profiled.png({ compressionLevel: 6 }).toFile(target)
    else if (ending === 'webp') await profiled.webp({ quality: 95, effort: 3 }).toFile(target)
    else await profiled.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(target)
  } catch (error) {
    if (error instanceof Refused) throw error
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw new Refused(isLarge ? 'image_too_large' : 'image_invalid', error)
  }
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
