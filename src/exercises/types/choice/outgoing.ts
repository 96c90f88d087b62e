import { type Content, one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { alone, type H5pMedia, medium } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing, QtiPackage } from '#exercises/formats/outgoing/outgoing.ts'
import { answered, type Question } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { Choice } from './data.ts'
import { shared } from './shares.ts'

const best = ({ options }: Pick<Choice, 'options'>) => Math.max(...options.map(({ weight }) => weight))
const hasComments = ({ options }: Pick<Choice, 'options'>) => options.some(({ feedback }) => feedback !== '')
const isMarkedUp = (html: string) => /<(?!\/?p>)/.test(html)
const rightsOf = ({ options }: Pick<Choice, 'options'>) => options.filter(({ weight }) => weight > 0)

export const choiceOutgoing: Outgoing<Choice> = {
  qti: inQti,
  h5p: (data, task) => pictured(data, task) ?? inWords(withoutPictures(data), task.prompt),
  scoredOtherwise: {
    gift: (data) =>
      data.isMulti
        ? data.policy === 'all' || (data.policy === 'weighted' && best(data) >= 0.99)
        : best(data) < 0.99,
    aiken: (data) => rightsOf(data).length > 1 || best(data) < 1,
    moodle: ({ isMulti, policy }) => isMulti && policy === 'all',
    qti: (data) => !data.isMulti && best(data) < 1,
  },
  leavesBehind: {
    aiken: (data, { prompt }) => isMarkedUp(prompt) || hasComments(data),
    qti: hasComments,
  },
}

function inQti({ isMulti, policy, options }: Choice, { thing }: QtiPackage): Question | undefined {
  const rights = rightsOf({ options }).map(({ id }) => `C${id}`)
  // H5P takes several answers without a right one as an opinion poll.
  if (rights.length === 0) return undefined
  const isMapped = isMulti ? policy !== 'all' : options.some(({ weight }) => weight > 0 && weight < 1)
  const share = (weight: number) => {
    if (!isMulti || policy === 'weighted') return weight
    return Number(((weight > 0 ? 1 : -1) / rights.length).toFixed(7))
  }
  const choices = options.map((option) =>
    xml('qti-simple-choice', { identifier: `C${option.id}` }, thing(option.text)),
  )
  // Picked together they are worth no more than everything.
  const most = isMulti && policy === 'weighted' && shared(options) > 1 ? 1 : undefined
  const mapped = isMapped
    ? { mapped: options.map(({ id, weight }) => [`C${id}`, share(weight)] as const), most }
    : {}
  const shape = { ...answered, shuffle: 'true', 'max-choices': isMulti ? '0' : '1' }
  return {
    body: xml('qti-choice-interaction', shape, ...choices),
    declarations: [declared({ isMany: isMulti, type: 'identifier', correct: rights, ...mapped })],
    isMapped,
  }
}

/** Answers that are all pictures or recordings; undefined: words are among them. */
function pictured(
  { isMulti, policy, options }: Choice,
  task: H5pMedia & { prompt: string },
): Content[] | undefined {
  const things = options.flatMap(({ text }) => alone(text, task) ?? [])
  // What stands there is a picture or a recording, and nothing is said of who picked it.
  const isBare = options.every(({ weight, feedback }) => (weight === 0 || weight === 1) && feedback === '')
  if (!isBare || policy === 'weighted' || (!isMulti && rightsOf({ options }).length !== 1)) return undefined
  if (things.length < options.length) return undefined
  const params = {
    question: task.prompt,
    options: options.map(({ weight }, at) => ({ correct: weight > 0, media: medium(things[at]) })),
    behaviour: {
      questionType: isMulti ? 'multiple' : 'single',
      singlePoint: isMulti && policy === 'all',
      enableRetry: true,
      enableSolutionsButton: true,
    },
  }
  // What it shows are contents of their own.
  const inside = [
    ...(things.some(({ image }) => image) ? (['H5P.Image'] as const) : []),
    ...(things.some(({ image }) => !image) ? (['H5P.Audio'] as const) : []),
  ]
  return [{ library: 'H5P.MultiMediaChoice', params, inside }]
}

function inWords({ isMulti, policy, options }: Choice, question: string): Content[] {
  const isExact = options.every(({ weight }) => weight === 0 || weight === 1)
  if (!isExact || policy === 'weighted' || (!isMulti && rightsOf({ options }).length !== 1)) return []
  return one('H5P.MultiChoice', {
    question,
    answers: options.map(({ text, weight, feedback }) => ({
      text: escapeHtml(text),
      correct: weight > 0,
      tipsAndFeedback: { tip: '', chosenFeedback: escapeHtml(feedback), notChosenFeedback: '' },
    })),
    behaviour: {
      type: isMulti ? 'multi' : 'single',
      singlePoint: isMulti && policy === 'all',
      randomAnswers: true,
      enableRetry: true,
      enableSolutionsButton: true,
    },
  })
}
