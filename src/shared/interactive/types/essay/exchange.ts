import { interactiveLimits } from '../../../limits.ts'
import type { Exchange } from '../../element-type.ts'
import { htmlOfGift } from '../../formats/gift-text.ts'
import { htmlAt, listAt, numberAt, wordsAt } from '../../formats/h5p-content.ts'
import { promptOf } from '../../formats/moodle-text.ts'
import { textElement, textIn } from '../../formats/xml.ts'
import { htmlOfText, textOfHtml } from '../../rich-text.ts'
import type { Essay } from './essay.ts'

const most = interactiveLimits.answerLength
/** More of one word is no essay. */
export const mostOccurrences = 20
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
    'H5P.Essay': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: {
        min: Math.max(0, numberAt(params, 'behaviour', 'minimumLength')),
        max: Math.min(most, numberAt(params, 'behaviour', 'maximumLength') || 2000),
        keywords: listAt(params, 'keywords').map((each) => ({
          any: [
            wordsAt(each, 'keyword'),
            ...listAt(each, 'alternatives').map((word) => wordsAt(word)),
          ].filter((word) => word !== ''),
          points: numberAt(each, 'options', 'points') || 1,
          occurrences: Math.min(
            mostOccurrences,
            Math.max(1, Math.floor(numberAt(each, 'options', 'occurrences'))),
          ),
        })),
        sample: textOfHtml(htmlAt(params, 'solution', 'sample')),
      },
    }),
  },
}
