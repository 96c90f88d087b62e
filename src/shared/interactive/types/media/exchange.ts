import type { Exchange } from '../../element-type.ts'
import { nameAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Media } from './data.ts'

export const mediaExchange: Exchange<Media> = {
  h5pIn: {
    'H5P.Image': ({ params, files }) => {
      const asset = files.take(nameAt(params, 'file', 'path'), 'picture')
      return asset === ''
        ? undefined
        : {
            prompt: '',
            data: { picture: { asset, alt: wordsAt(params, 'alt') }, caption: wordsAt(params, 'title') },
          }
    },
  },
}
