import { at, htmlAt, listAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Timeline } from './data.ts'

/** `2014,3,7` as 2014-3-7; years keep their sign and lose zeros in front. */
const dayOf = (text: string) => text.replace(/^(-?)0+(?=\d)/, '$1').replaceAll(',', '-')

export const timelineExchange: Exchange<Timeline> = {
  h5pIn: {
    'H5P.Timeline': ({ params }) => {
      const root = at(params, 'timeline')
      const dates = listAt(root, 'date').map((date) => ({
        when: dayOf(wordsAt(date, 'startDate')),
        title: wordsAt(date, 'headline'),
        html: htmlAt(date, 'text'),
      }))
      return {
        prompt: htmlAt(root, 'text') || htmlAt(root, 'headline'),
        data: { dates },
        simplified: 'media',
      }
    },
  },
}
