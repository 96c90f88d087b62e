import { giftStem, htmlOfGift } from '#exercises/formats/gift/gift-text.ts'
import { htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { textElement } from '#platform/rules/text/xml.ts'
import type { Info } from './data.ts'

export const infoExchange: Exchange<Info> = {
  giftIn: (question) =>
    question.type === 'Description' ? { prompt: '', data: { html: htmlOfGift(question.stem) } } : undefined,
  giftOut: ({ html }) => giftStem(html),
  moodleIn: { description: (question) => ({ prompt: '', data: { html: promptOf(question) } }) },
  moodleOut: ({ html }) => ({
    type: 'description',
    xml: textElement('questiontext', html, { format: 'html' }),
  }),
  h5pIn: {
    'H5P.AdvancedText': ({ params }) => ({ prompt: '', data: { html: htmlAt(params, 'text') } }),
    'H5P.Table': ({ params }) => ({ prompt: '', data: { html: htmlAt(params, 'text') } }),
    'H5P.Text': ({ params }) => ({ prompt: '', data: { html: htmlAt(params, 'text') } }),
  },
}
