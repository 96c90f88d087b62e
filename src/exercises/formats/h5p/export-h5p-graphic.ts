import type { Statement } from '#exercises/model/media/asset-sources.ts'
import type { PictureSize } from '#platform/rules/files/picture-size.ts'
import { h5pCopyright } from './h5p-rights.ts'

/** Where a picture of a unit lies in the content of a package, as JPEG: not every place that opens one knows WebP. */
export function pictureInH5p(asset: string): string {
  return `images/${asset.slice(asset.lastIndexOf('/') + 1).replace(/\.webp$/, '')}.jpg`
}

/** A picture that is packed: its size, and where it comes from. */
export interface Packed {
  size: PictureSize
  said: Statement | undefined
}

/** A picture as the content of a package names it. */
export function fileOf(asset: string, { size, said }: Packed): object {
  return { path: pictureInH5p(asset), mime: 'image/jpeg', ...size, copyright: h5pCopyright(said) }
}
