import { htmlAt, listAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Accordion } from './data.ts'

export const accordionExchange: Exchange<Accordion> = {
  h5pIn: {
    'H5P.Accordion': ({ params }) => ({
      prompt: '',
      data: {
        sections: listAt(params, 'panels').map((panel) => ({
          title: wordsAt(panel, 'title'),
          html: htmlAt(panel, 'content', 'params', 'text'),
        })),
      },
    }),
  },
}
