import { htmlAt, listAt, nameAt, percentAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { ImageHotspots } from './data.ts'

const isText = (content: unknown) => /^H5P\.(Advanced)?Text /.test(nameAt(content, 'library'))

export const imageHotspotsExchange: Exchange<ImageHotspots> = {
  h5pIn: {
    'H5P.ImageHotspots': ({ params, files }) => {
      const spots = listAt(params, 'hotspots')
      const asset = files.take(nameAt(params, 'image', 'path'), 'picture')
      const hasOthers = spots.some((spot) => listAt(spot, 'content').some((content) => !isText(content)))
      const lost = asset === '' ? 'pictures' : hasOthers ? 'media' : undefined
      return {
        prompt: '',
        data: {
          picture: { asset, alt: wordsAt(params, 'backgroundImageAltText') },
          spots: spots.map((spot, place) => ({
            x: percentAt(spot, 'position', 'x'),
            y: percentAt(spot, 'position', 'y'),
            title: wordsAt(spot, 'header') || String(place + 1),
            html: listAt(spot, 'content')
              .map((content) => htmlAt(content, 'params', 'text'))
              .join(''),
          })),
        },
        ...(lost && { simplified: lost }),
      }
    },
  },
}
