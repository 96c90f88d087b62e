import { htmlOfGift } from '#exercises/formats/gift/gift-text.ts'
import { htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'
import { textElement, textIn } from '#platform/rules/text/xml.ts'
import type { Essay } from './data.ts'
import { essayOfH5p } from './h5p.ts'

const plain = { min: 0, max: 2000, keywords: [], sample: '' }

export const essayExchange: Exchange<Essay> = {
  giftIn: (question) =>
    question.type === 'Essay' ? { prompt: htmlOfGift(question.stem), data: plain } : undefined,
  // What is asked for goes along; keywords are nothing GIFT knows.
  giftOut: ({ keywords }) => (keywords.length === 0 ? '' : undefined),
  moodleIn: {
    essay: (question) => ({
      prompt: promptOf(question),
      data: { ...plain, sample: textOfForeignHtml(textIn(question, 'graderinfo')) },
    }),
  },
  moodleOut: ({ sample }) => ({
    type: 'essay',
    xml: textElement('graderinfo', htmlOfText(sample), { format: 'html' }),
  }),
  h5pIn: {
    'H5P.Essay': ({ params }) => essayOfH5p(params),
    // Of videos: somebody reads it later.
    'H5P.FreeTextQuestion': ({ params }) => ({ prompt: htmlAt(params, 'question'), data: plain }),
  },
}
