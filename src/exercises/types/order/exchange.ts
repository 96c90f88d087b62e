import { areHeard, at, htmlAt, listAt, thingAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { thingsOf } from '#exercises/formats/moodle/moodle-files.ts'
import { moodleThing } from '#exercises/formats/moodle/moodle-media.ts'
import { answerWith, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import { textIn, xml } from '#platform/rules/text/xml.ts'
import type { Order } from './data.ts'

/** How Moodle names what a right place is worth. */
const gradings: Readonly<Record<Order['scoring'], string>> = {
  position: 'ABSOLUTE_POSITION',
  adjacent: 'RELATIVE_NEXT_EXCLUDE_LAST',
  all: 'ALL_OR_NOTHING',
}

const data = (texts: readonly string[]) => ({
  items: texts.map((text, at) => ({ id: idAt(at), text })),
  scoring: 'position',
})

export const orderExchange: Exchange<Order> = {
  moodleIn: {
    ordering: (question, files) => {
      const things = thingsOf(question, 'answer', files)
      const lost = things.find((each) => each.lost)?.lost
      const grading = textIn(question, 'gradingtype').toUpperCase()
      const scoring = Object.entries(gradings).find(([, name]) => name === grading)?.[0]
      return {
        prompt: promptOf(question),
        data: {
          ...data(things.map(({ thing }) => thing)),
          ...(scoring && { scoring }),
        },
        ...(lost && { simplified: lost }),
        ...(!scoring && grading !== '' && { simplified: 'scoring' as const }),
      }
    },
  },
  moodleOut: ({ items, scoring }, packed) => ({
    type: 'ordering',
    xml: [
      xml('gradingtype', {}, gradings[scoring]),
      ...items.map(({ text }, at) => answerWith(moodleThing(text, packed), (at + 1) / 100, '')),
    ].join('\n'),
  }),
  h5pIn: {
    'H5P.ImageSequencing': ({ params, files }) => {
      const heard = listAt(params, 'sequenceImages').map((each) => {
        const recordings = at(each, 'audio')
        const alt = wordsAt(each, 'imageDescription')
        return { recordings, thing: thingAt(files, at(each, 'image'), alt, '', recordings) }
      })
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: data(heard.map(({ thing }) => thing)),
        ...(!areHeard(heard) && { simplified: 'sound' as const }),
      }
    },
    'H5P.SortParagraphs': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: {
        ...data(listAt(params, 'paragraphs').map((text) => wordsAt(text))),
        ...(at(params, 'behaviour', 'scoringMode') === 'transitions' && { scoring: 'adjacent' }),
      },
    }),
  },
}
