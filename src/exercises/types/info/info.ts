import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { htmlOfTyped, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { type Info, schema } from './data.ts'
import { infoExchange } from './exchange.ts'
import { infoOutgoing } from './outgoing.ts'

export const info = elementType<Info, null>({
  ...nothingToAnswer,
  type: 'info',
  place: 280,
  schema,
  view: ({ html }) => [{ kind: 'sections', sections: [{ title: '', html }] }],
  editor: [{ name: 'text', kind: 'text' }],
  typed: ({ html }) => ({ text: typedOfHtml(html) }),
  fromTyped: ({ text = '' }) => ({ html: htmlOfTyped(text) }),
  exchange: infoExchange,
  outgoing: infoOutgoing,
})
