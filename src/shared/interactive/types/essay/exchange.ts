import type { Exchange } from '../../element-type.ts'
import { htmlOfGift } from '../../formats/gift-text.ts'
import { htmlAt } from '../../formats/h5p-content.ts'
import { promptOf } from '../../formats/moodle-text.ts'
import { textElement, textIn } from '../../formats/xml.ts'
import { htmlOfText, textOfHtml } from '../../rich-text.ts'
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
      data: { ...plain, sample: textOfHtml(textIn(question, 'graderinfo')) },
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
