import { nameAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
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
