import type { Exchange } from '../../element-type.ts'
import { giftStem, htmlOfGift } from '../../formats/gift-text.ts'
import { htmlAt } from '../../formats/h5p-content.ts'
import { promptOf } from '../../formats/moodle-text.ts'
import { textElement } from '../../formats/xml.ts'
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
