import { giftComment, giftEscaped, htmlOfGift, wordsOfGift } from '#exercises/formats/gift/gift-text.ts'
import { htmlAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { answersOf, answerXml, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { safePattern } from '#exercises/model/engines/safe-pattern.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { textIn, xml } from '#platform/rules/text/xml.ts'
import type { ShortText } from './data.ts'
import { shortTextOfPmatch } from './pmatch.ts'

const fractionOf = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(7))))

const starless = (text: string) => text.replaceAll('*', '\\*')

/** Answers as the plugin of Moodle has them: a text that is wholly right before, patterns behind. */
function asExpressions({ answers, patterns }: ShortText): ShortText['patterns'] | undefined {
  if (answers.some(({ pattern }) => /(?<!\\)\*/.test(pattern))) return undefined
  const texts = answers.map((each) => ({ ...each, pattern: each.pattern.replaceAll('\\*', '*') }))
  const first = texts.find(({ fraction }) => fraction === 1)
  const others = texts
    .filter((each) => each !== first)
    .map((each) => ({ ...each, pattern: each.pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') }))
  if (!first || others.length + patterns.length > 10) return undefined
  return [first, ...others, ...patterns]
}

export const shortTextExchange: Exchange<ShortText> = {
  giftIn: (question) => {
    if (question.type !== 'Short') return undefined
    const answers = question.choices.map(({ weight, text, feedback }) => ({
      // As in Moodle: what is typed is no HTML, whatever the question is.
      pattern: text.text.replace(/\s+/g, ' ').trim(),
      fraction: fractionOf((weight ?? 100) / 100),
      feedback: wordsOfGift(feedback),
    }))
    return { prompt: htmlOfGift(question.stem), data: { answers, caseSensitive: false, acceptTypos: false } }
  },
  giftOut: ({ answers, patterns }) => {
    if (patterns.length > 0) return undefined
    // All of them with an arrow would be pairs.
    if (answers.some(({ pattern }) => pattern.includes('->'))) return undefined
    return answers
      .map(({ pattern, fraction, feedback }) => {
        const percent = fraction === 1 ? '' : `%${Number((fraction * 100).toFixed(5))}%`
        return `\t=${percent}${giftEscaped(pattern)}${giftComment(feedback)}`
      })
      .join('\n')
  },
  moodleIn: {
    pmatch: (question) => shortTextOfPmatch(question),
    // The first answer is a text, all others are patterns of whole answers.
    regexp: (question) => {
      const [first, ...others] = answersOf(question)
      if (!first) return undefined
      // Those with two dashes say what is missing, and are worth nothing.
      const counted = others.filter(({ text, fraction }) => fraction > 0 && !text.startsWith('--'))
      const patterns = counted
        .map(({ text, fraction, feedback }) => ({
          pattern: text.trim().replaceAll('\\/', '/'),
          fraction: fractionOf(fraction),
          feedback,
        }))
        .filter(({ pattern }) => pattern !== '' && safePattern(pattern) !== undefined)
        .slice(0, 10)
      const reason =
        patterns.length < counted.length ? 'scoring' : counted.length < others.length ? 'feedback' : ''
      return {
        prompt: promptOf(question),
        data: {
          answers: [{ pattern: starless(first.text), fraction: 1, feedback: first.feedback }],
          patterns,
          caseSensitive: textIn(question, 'usecase') === '1',
          acceptTypos: false,
        },
        ...(reason && { simplified: reason }),
      }
    },
    shortanswer: (question) => ({
      prompt: promptOf(question),
      data: {
        answers: answersOf(question).map(({ text, fraction, feedback }) => ({
          pattern: text,
          fraction: fractionOf(fraction),
          feedback,
        })),
        caseSensitive: textIn(question, 'usecase') === '1',
        acceptTypos: false,
      },
    }),
  },
  h5pIn: {
    // Its wheels are turned to a word; here it is typed.
    'H5P.CombinationLock': ({ params }) => ({
      prompt: htmlAt(params, 'introduction'),
      data: {
        answers: [{ pattern: starless(wordsAt(params, 'solution')), fraction: 1, feedback: '' }],
        caseSensitive: false,
        acceptTypos: false,
      },
      simplified: 'settings',
    }),
  },
  moodleOut: (data) => {
    const all = data.patterns.length === 0 ? data.answers : asExpressions(data)
    return (
      all && {
        type: data.patterns.length === 0 ? 'shortanswer' : 'regexp',
        xml: [
          xml('usecase', {}, data.caseSensitive ? '1' : '0'),
          ...all.map(({ pattern, fraction, feedback }) =>
            answerXml(escapeHtml(pattern), fraction, escapeHtml(feedback)),
          ),
        ].join('\n'),
      }
    )
  },
}
