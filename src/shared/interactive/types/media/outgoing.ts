import { escapeHtml } from '../../../rules/escape.ts'
import { pictureInH5p } from '../../export-h5p-graphic.ts'
import { h5pCopyright } from '../../formats/h5p-rights.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { Media } from './media.ts'

export const mediaOutgoing: Outgoing<Media> = {
  h5p: ({ picture: { asset, alt }, caption }, { sizeOf, saidOf }) => {
    if (asset === '' || !sizeOf(asset)) return []
    const said = saidOf(asset)
    const params = {
      contentName: 'Image',
      file: { path: pictureInH5p(asset), mime: 'image/jpeg', copyright: h5pCopyright(said) },
      alt: escapeHtml(alt),
      title: escapeHtml(caption),
    }
    return [{ library: 'H5P.Image', params, said }]
  },
  // There is no room for its words.
  standsBefore: ({ picture, caption }, tags) =>
    caption === '' ? tags.picture(picture) || undefined : undefined,
}
