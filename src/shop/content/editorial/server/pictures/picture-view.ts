import type { Deps } from '#platform/context/context.ts'
import type { TextPicture } from '../../rules/contract.ts'
import type { PictureRow } from './picture-queries.ts'

/** A picture as pages show it. */
export function pictureView({ images }: Pick<Deps, 'images'>, row: PictureRow): TextPicture {
  const { id, alt, credit, width, height } = row
  return { id, alt, credit, ...images.image('post', row.image_key, { width, height }) }
}
