import { evened } from '#exercises/formats/even-weights.ts'
import { giftComment, giftWords, htmlOfGift, wordsOfGift } from '#exercises/formats/gift/gift-text.ts'
import { areHeard, at, htmlAt, isOn, listAt, thingAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { ImportFiles } from '#exercises/formats/incoming/import-files.ts'
import { thingsOf } from '#exercises/formats/moodle/moodle-files.ts'
import { moodleThing } from '#exercises/formats/moodle/moodle-media.ts'
import { answersOf, answerWith, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Draft, Exchange } from '#exercises/model/task/element-type.ts'
import { idAt } from '#exercises/model/task/element-type.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { textIn, type XmlNode, xml } from '#platform/rules/text/xml.ts'
import type { Choice } from './data.ts'

interface Raw {
  text: string
  weight: number
  feedback?: string
}

function draft(
  prompt: string,
  raw: readonly Raw[],
  isMulti: boolean,
  policy: Choice['policy'] = 'net',
): Draft {
  const options = raw.map(({ text, weight, feedback = '' }, place) => ({
    id: idAt(place),
    text,
    weight,
    feedback,
  }))
  return { prompt, data: evened({ isMulti, policy, options }) }
}

/** Whether several answers have to be ticked for everything: none of them is wholly right. */
const isShared = (raw: readonly Raw[]) => raw.every(({ weight }) => weight < 0.99)
const rounded = (weight: number) => Math.min(1, Math.max(-1, Number(weight.toFixed(7))))

/** The first answer is the right one, as the code of these libraries has it. */
const firstIsRight = (prompt: string, answers: readonly unknown[]) =>
  draft(
    prompt,
    answers.map((answer, place) => ({ text: wordsAt(answer), weight: place === 0 ? 1 : 0 })),
    false,
  )

export const choiceExchange: Exchange<Choice> = {
  giftIn: (question) => {
    if (question.type !== 'MC') return undefined
    const raw = question.choices.map(({ isCorrect, weight, text, feedback }) => ({
      text: wordsOfGift(text),
      weight: rounded((weight ?? (isCorrect ? 100 : 0)) / 100),
      feedback: wordsOfGift(feedback),
    }))
    // As in Moodle: where one answer is wholly right, one is picked.
    const isMulti = isShared(raw)
    return draft(htmlOfGift(question.stem), raw, isMulti, isMulti ? 'weighted' : 'net')
  },
  giftOut: ({ isMulti, policy, options }) => {
    const rights = options.filter(({ weight }) => weight > 0).length
    // Where nothing is right, GIFT has no answer for who picks nothing.
    if (rights === 0) return undefined
    const isPlain = !isMulti && options.every(({ weight }) => weight === 0 || weight === 1) && rights === 1
    const lines = options.map(({ text, weight, feedback }) => {
      const share = policy === 'weighted' || !isMulti ? weight : weight > 0 ? 1 / rights : -1 / rights
      const percent = `%${Number((share * 100).toFixed(5))}%`
      const sign = isPlain ? (weight === 1 ? '=' : '~') : `~${percent}`
      return `\t${sign}${giftWords(text)}${giftComment(feedback)}`
    })
    return lines.join('\n')
  },
  moodleIn: {
    multichoice: (question, files) => chosenInMoodle(question, files),
    // All of them or nothing.
    multichoiceset: (question, files) => chosenInMoodle(question, files, true),
  },
  moodleOut: ({ isMulti, policy, options }, packed) => {
    const rights = options.filter(({ weight }) => weight > 0).length
    const share = (weight: number) =>
      policy === 'weighted' || !isMulti ? weight : weight > 0 ? 1 / rights : rights > 0 ? -1 / rights : 0
    return {
      type: 'multichoice',
      xml: [
        xml('single', {}, String(!isMulti)),
        xml('shuffleanswers', {}, 'true'),
        ...options.map(({ text, weight, feedback }) =>
          answerWith(moodleThing(text, packed), share(weight), escapeHtml(feedback)),
        ),
      ].join('\n'),
    }
  },
  h5pIn: {
    'H5P.MultiChoice': ({ params }) => {
      const raw = listAt(params, 'answers').map((answer) => ({
        text: wordsAt(answer, 'text'),
        weight: isOn(answer, 'correct') ? 1 : 0,
        feedback: wordsAt(answer, 'tipsAndFeedback', 'chosenFeedback'),
      }))
      const rights = raw.filter(({ weight }) => weight > 0).length
      const kind = at(params, 'behaviour', 'type')
      // One of several that are right is enough where one is picked.
      const isMulti = kind === 'multi' || (rights !== 1 && !(kind === 'single' && rights > 0))
      const policy = isMulti && isOn(params, 'behaviour', 'singlePoint') ? 'all' : 'net'
      return draft(htmlAt(params, 'question'), raw, isMulti, policy)
    },
    'H5P.MultiMediaChoice': ({ params, files }) => {
      const options = listAt(params, 'options')
      const seen = options.map((option) => {
        const medium = at(option, 'media')
        const recordings = at(medium, 'params', 'files')
        const alt = wordsAt(medium, 'params', 'alt') || wordsAt(medium, 'metadata', 'title')
        const thing = thingAt(files, at(medium, 'params', 'file'), alt, '', recordings)
        return { recordings, thing, weight: isOn(option, 'correct') ? 1 : 0 }
      })
      const rights = seen.filter(({ weight }) => weight > 0).length
      const isMulti = at(params, 'behaviour', 'questionType') === 'multiple' || rights !== 1
      const raw = seen.map(({ thing, weight }) => ({ text: thing, weight }))
      const policy = isMulti && isOn(params, 'behaviour', 'singlePoint') ? 'all' : 'net'
      const isSeen = seen.every(({ thing }) => thing.includes('](unit/'))
      return {
        ...draft(htmlAt(params, 'question'), raw, isMulti, policy),
        ...(!(isSeen && areHeard(seen)) && { simplified: 'media' as const }),
      }
    },
    'H5P.SingleChoiceSet': ({ params }) =>
      listAt(params, 'choices').map((each) =>
        firstIsRight(htmlAt(each, 'question'), listAt(each, 'answers')),
      ),
    'H5P.Summary': ({ params }) =>
      listAt(params, 'summaries').map((each) => ({
        ...firstIsRight(htmlAt(params, 'intro'), listAt(each, 'summary')),
        ...(wordsAt(each, 'tip') && { hints: [wordsAt(each, 'tip')] }),
      })),
  },
}

function chosenInMoodle(question: XmlNode, files: ImportFiles, isSet = false): Draft {
  const things = thingsOf(question, 'answer', files)
  const raw = answersOf(question).map(({ fraction, feedback }, at) => ({
    text: things[at]?.thing ?? '',
    weight: isSet ? Number(fraction > 0) : rounded(fraction),
    feedback,
  }))
  const lost = things.find((each) => each.lost)?.lost
  const isMulti = isSet || ['false', '0'].includes(textIn(question, 'single'))
  const read = draft(promptOf(question), raw, isMulti, isSet ? 'all' : isMulti ? 'weighted' : 'net')
  return { ...read, ...(lost && { simplified: lost }) }
}
