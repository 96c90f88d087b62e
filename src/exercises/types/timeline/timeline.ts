import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { htmlOfTyped, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { schema, type Timeline } from './data.ts'
import { timelineExchange } from './exchange.ts'

export const timeline = elementType<Timeline, null>({
  ...nothingToAnswer,
  type: 'timeline',
  place: 330,
  schema,
  view: ({ dates }) => [
    {
      kind: 'sections',
      sections: dates.map(({ when, title, html }) => ({ title: `${when}: ${title}`, html })),
    },
  ],
  editor: [{ name: 'dates', kind: 'lines' }],
  typed: ({ dates }) => ({
    dates: dates.map(({ when, title, html }) => writeLine([when, title, typedOfHtml(html)])).join('\n'),
  }),
  fromTyped: ({ dates = '' }) => ({
    dates: readLines(dates).map(({ parts: [when = '', title = '', text = ''] }) => ({
      when,
      title,
      html: htmlOfTyped(text),
    })),
  }),
  exchange: timelineExchange,
})
