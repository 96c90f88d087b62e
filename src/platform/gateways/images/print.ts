import sharp from 'sharp'

/** A picture as a printed page takes it. */
export interface PrintedPicture {
  jpeg: Buffer
  width: number
  height: number
}

/** Finer is nothing a school's printer shows (px). */
const longest = 1000

/** A picture on white, as PDFs take it, in greys where it is to be; undefined for what is none. */
export async function printedPicture(bytes: Uint8Array, isGray = false): Promise<PrintedPicture | undefined> {
  try {
    const onWhite = sharp(bytes)
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    const { data, info } = await (isGray ? onWhite.grayscale().toColourspace('b-w') : onWhite)
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}
