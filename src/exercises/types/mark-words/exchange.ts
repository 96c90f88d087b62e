import { at, htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import { answersOf, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Draft, Exchange } from '#exercises/model/task/element-type.ts'
import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import type { MarkWords } from './data.ts'
import { readMarked, readMarkedBy } from './marked.ts'

export const markWordsExchange: Exchange<MarkWords> = {
  moodleIn: { wordselect: (question) => selectedInMoodle(question) },
  h5pIn: {
    'H5P.MarkTheWords': ({ params }) => {
      const text = at(params, 'textField')
      return typeof text === 'string'
        ? { prompt: htmlAt(params, 'taskDescription'), data: readMarked(textOfForeignHtml(text)) }
        : undefined
    },
  },
}

/** `The cat [sat] on the mat.`, with whatever two signs stand around a word; several words between two pairs of them are one there. */
function selectedInMoodle(question: XmlNode): Draft {
  const [open = '[', close = ']'] = textIn(question, 'delimitchars') || '[]'
  const [from, to] = [open, close].map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
  const right = new RegExp(`${from}{1,2}([^${from}${to}\n]{1,500})${to}{1,2}`, 'gu')
  const text = textOfForeignHtml(promptOf(question))
  const isOfSeveral = [...text.matchAll(right)].some(([, inner = '']) => /\s/.test(inner.trim()))
  // A word too many costs as much as a right one is worth, unless it says otherwise.
  const penalty = Number(textIn(question, 'wordpenalty') || 1)
  const lost = [
    ...(isOfSeveral || penalty !== 1 ? ['scoring' as const] : []),
    ...(answersOf(question).some(({ feedback }) => feedback !== '') ? ['feedback' as const] : []),
  ]
  return {
    prompt: cleanHtml(textIn(question, 'introduction')),
    data: readMarkedBy(text, right),
    ...(lost.length > 0 && { simplified: lost }),
  }
}
