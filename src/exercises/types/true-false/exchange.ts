import { giftWords, htmlOfGift, wordsOfGift } from '#exercises/formats/gift/gift-text.ts'
import { htmlAt, isOn } from '#exercises/formats/h5p/h5p-content.ts'
import { statementOf } from '#exercises/formats/moodle/moodle-files.ts'
import { readMatrix, trueColumnOf } from '#exercises/formats/moodle/moodle-matrix.ts'
import { answersOf, promptOf, wordsIn } from '#exercises/formats/moodle/moodle-text.ts'
import { type Draft, type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { childrenOf, textElement, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import type { TrueFalse } from './data.ts'

const drafted = (text: string, answer: boolean, feedback = ''): Draft => ({
  prompt: '',
  data: { statements: [{ id: 'a', text, answer, feedback }] },
})
const draft = (html: string, answer: boolean, feedback = '') =>
  drafted(textOfForeignHtml(html).replace(/\n/g, ' '), answer, feedback)

/** These formats know one statement a question. */
const only = ({ statements }: TrueFalse) => (statements.length === 1 ? statements[0] : undefined)

export const trueFalseExchange: Exchange<TrueFalse> = {
  giftIn: (question) => {
    if (question.type !== 'TF') return undefined
    // What stands first is for who was wrong, what stands second for who was right.
    const { trueFeedback: wrong, falseFeedback: right } = question
    return {
      ...draft(htmlOfGift(question.stem), question.isTrue, wordsOfGift(wrong ?? right)),
      ...(wrong && right && { right: wordsOfGift(right) }),
    }
  },
  giftOut: (data) => {
    const statement = only(data)
    if (!statement) return undefined
    return `${statement.answer ? 'TRUE' : 'FALSE'}${statement.feedback === '' ? '' : `#${giftWords(statement.feedback)}`}`
  },
  moodleIn: {
    kprime: (question) => judgedInMoodle(question),
    mtf: (question) => judgedInMoodle(question),
    matrix: (question) => judgedInMatrix(question),
    oumatrix: (question) => judgedInMatrix(question),
    truefalse: (question, files) => {
      const words = textOfForeignHtml(promptOf(question)).replace(/\n/g, ' ')
      const { thing, lost } = statementOf(question, words, files)
      const right = answersOf(question).find(({ fraction }) => fraction > 0)
      const feedback = answersOf(question).find((answer) => answer.feedback !== '')?.feedback
      if (!right) return undefined
      const wrong = answersOf(question).find(({ fraction }) => fraction <= 0)?.feedback
      const isBoth = wrong && right.feedback
      return {
        ...drafted(thing, right.text.toLowerCase() === 'true', isBoth ? wrong : feedback),
        ...(isBoth && { right: right.feedback }),
        ...(lost && { simplified: lost }),
      }
    },
  },
  moodleOut: (data) => {
    const statement = only(data)
    if (!statement) return undefined
    const { answer, feedback } = statement
    const written = (value: boolean) =>
      `<answer fraction="${value === answer ? 100 : 0}" format="plain_text"><text>${value}</text>${textElement('feedback', value === answer ? '' : feedback)}</answer>`
    return { type: 'truefalse', xml: [true, false].map(written).join('\n') }
  },
  h5pIn: {
    'H5P.TrueFalse': ({ params }) => draft(htmlAt(params, 'question'), isOn(params, 'correct')),
  },
}

/** Statements with two columns; the first column means true. */
function judgedInMoodle(question: XmlNode): Draft | undefined {
  const weights = childrenOf(question, 'weight').map((node) => ({
    row: node.attributes.rownumber,
    column: node.attributes.columnnumber,
    value: Number(textIn(node, 'value')),
  }))
  const statements = childrenOf(question, 'row').map((row, at) => ({
    id: idAt(at),
    text: wordsIn(row, 'optiontext'),
    answer: weights.some(
      (each) => each.row === row.attributes.number && each.column === '1' && each.value > 0,
    ),
    feedback: wordsIn(row, 'feedbacktext'),
  }))
  if (childrenOf(question, 'column').length > 2 || weights.length === 0) return undefined
  const isByParts = textIn(question, 'scoringmethod').toLowerCase() === 'subpoints'
  return {
    prompt: promptOf(question),
    data: { statements },
    ...(!isByParts && { simplified: 'scoring' as const }),
  }
}

/** Rows that are true or false; a row without a key makes the task incomplete. */
function judgedInMatrix(question: XmlNode): Draft | undefined {
  const matrix = readMatrix(question)
  const place = matrix && trueColumnOf(matrix)
  if (!matrix || place === undefined) return undefined
  const statements = matrix.rows.map(({ text, rights: [right], feedback }, at) => ({
    id: idAt(at),
    text,
    answer: right === undefined ? undefined : right === place,
    feedback,
  }))
  return {
    prompt: promptOf(question),
    data: { statements },
    ...(!matrix.isByParts && { simplified: 'scoring' as const }),
  }
}
