import { escapeHtml } from '../../../rules/escape.ts'
import { type Exchange, idAt } from '../../element-type.ts'
import { at, htmlAt, listAt, thingAt, wordsAt } from '../../formats/h5p-content.ts'
import { answersOf, answerXml, promptOf } from '../../formats/moodle-text.ts'
import type { Order } from './order.ts'

const data = (texts: readonly string[]) => ({
  items: texts.map((text, at) => ({ id: idAt(at), text })),
  scoring: 'position',
})

export const orderExchange: Exchange<Order> = {
  moodleIn: {
    ordering: (question) => ({
      prompt: promptOf(question),
      data: data(answersOf(question).map(({ text }) => text)),
    }),
  },
  moodleOut: ({ items }) => ({
    type: 'ordering',
    xml: items.map(({ text }, at) => answerXml(escapeHtml(text), (at + 1) / 100, '')).join('\n'),
  }),
  h5pIn: {
    'H5P.ImageSequencing': ({ params, files }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: data(
        listAt(params, 'sequenceImages').map((each) =>
          thingAt(files, at(each, 'image'), wordsAt(each, 'imageDescription')),
        ),
      ),
    }),
    'H5P.SortParagraphs': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: {
        ...data(listAt(params, 'paragraphs').map((text) => wordsAt(text))),
        ...(at(params, 'behaviour', 'scoringMode') === 'transitions' && { scoring: 'adjacent' }),
      },
    }),
  },
}
