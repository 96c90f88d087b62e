import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { readSections, writeSections } from '#exercises/model/task/sections.ts'
import { type Accordion, schema } from './data.ts'
import { accordionExchange } from './exchange.ts'
import { accordionOutgoing } from './outgoing.ts'

export const accordion = elementType<Accordion, null>({
  ...nothingToAnswer,
  type: 'accordion',
  place: 320,
  schema,
  view: ({ sections }) => [{ kind: 'sections', sections }],
  editor: [{ name: 'sections', kind: 'lines' }],
  typed: ({ sections }) => ({ sections: writeSections(sections) }),
  fromTyped: ({ sections }) => ({ sections: readSections(sections) }),
  exchange: accordionExchange,
  outgoing: accordionOutgoing,
})
