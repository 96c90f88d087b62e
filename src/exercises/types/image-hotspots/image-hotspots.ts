import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { readBox } from '#exercises/model/task/shape.ts'
import { pictureIn } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { htmlOfTyped, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { type ImageHotspots, schema } from './data.ts'
import { imageHotspotsExchange } from './exchange.ts'

/** A picture with places that are explained. */
export const imageHotspots = elementType<ImageHotspots, null>({
  ...nothingToAnswer,
  type: 'image_hotspots',
  place: 310,
  schema,
  view: ({ picture, spots }) => [
    { kind: 'picture', picture, marks: spots.map(({ x, y }, at) => ({ text: String(at + 1), x, y })) },
    {
      kind: 'sections',
      sections: spots.map(({ title, html }, at) => ({ title: `${at + 1}: ${title}`, html })),
    },
  ],
  editor: [
    { name: 'picture', kind: 'picture' },
    { name: 'spots', kind: 'lines' },
  ],
  typed: ({ picture, spots }) => ({
    picture: picture.asset,
    alt: picture.alt,
    spots: spots
      .map(({ x, y, title, html }) => writeLine([`${x}, ${y}`, title, typedOfHtml(html)]))
      .join('\n'),
  }),
  fromTyped: (typed) => ({
    picture: pictureIn(typed),
    spots: readLines(typed.spots ?? '').map(({ parts: [place, title = '', text = ''] }) => {
      const { x, y } = readBox(place)
      return { x, y, title, html: htmlOfTyped(text) }
    }),
  }),
  gaps: ({ picture: { asset, alt } }) => [
    ...(asset === '' ? ['picture'] : []),
    ...(alt === '' ? ['alt'] : []),
  ],
  exchange: imageHotspotsExchange,
})
