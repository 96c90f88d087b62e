import { isSameAnswer } from '#exercises/model/engines/typed-answer.ts'
import { readCaptions, writeCaptions } from '#exercises/model/media/captions.ts'
import { writeClock } from '#exercises/model/task/clock.ts'
import { elementType, type Part, picked, verdict } from '#exercises/model/task/element-type.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { mixed, type Random } from '#platform/rules/random.ts'
import { schema, type VideoQuiz } from './data.ts'
import { videoQuizExchange } from './exchange.ts'
import { askedBy, type Moment, readMoments, writeMoments } from './moments.ts'
import { videoQuizOutgoing } from './outgoing.ts'

const questions = ({ moments }: VideoQuiz) => moments.filter((moment) => askedBy(moment) !== 'nothing')
const rightOf = ({ options }: Moment) => options.filter(({ isRight }) => isRight)

/** A video that stops where something is asked. */
export const videoQuiz = elementType<VideoQuiz, Record<string, string[]>>({
  type: 'video_quiz',
  place: 170,
  kind: 'scored',
  schema,
  parts: (data) => questions(data).length,
  view: ({ video, captions, moments }, random) => [
    { kind: 'video', asset: video, captions },
    ...moments.map((moment): Widget => {
      const { id, at, text, gotoOnWrong, gotoOnRight } = moment
      return {
        ...{ kind: 'moment', name: `m-${id}`, at, text, asks: asked(moment, random) },
        ...(gotoOnWrong !== undefined && { again: { asset: video, at: gotoOnWrong } }),
        ...(gotoOnRight !== undefined && { onward: gotoOnRight }),
      }
    }),
  ],
  read: (data, answers: Answers) =>
    Object.fromEntries(questions(data).flatMap(({ id }) => (answers[id] ? [[id, [...answers[id]]]] : []))),
  score: (data, response) =>
    verdict(questions(data).map((moment) => partOf(moment, response[moment.id] ?? []))),
  key: (data) =>
    Object.fromEntries(
      questions(data).map((moment) => {
        if (askedBy(moment) === 'typed')
          return [
            moment.id,
            rightOf(moment)
              .slice(0, 1)
              .map(({ text }) => text),
          ]
        return [moment.id, rightOf(moment).map(({ id }) => id)]
      }),
    ),
  solution: (data) =>
    questions(data).map((moment) => {
      const texts = rightOf(moment).map(({ text }) => text)
      const end = /[?!.:;…]$/.test(moment.text) ? '' : ':'
      return `${writeClock(moment.at)} ${moment.text}${end} ${texts.join(askedBy(moment) === 'several' ? ', ' : ' / ')}`
    }),
  editor: [
    { name: 'video', kind: 'video' },
    { name: 'moments', kind: 'lines' },
    { name: 'captions', kind: 'text' },
  ],
  typed: ({ video, captions, moments }) => ({
    video,
    captions: writeCaptions(captions),
    moments: writeMoments(moments),
  }),
  fromTyped: (typed) => ({
    video: typed.video ?? '',
    captions: readCaptions(typed.captions ?? ''),
    moments: readMoments(typed.moments ?? ''),
  }),
  gaps: ({ video, captions }) => [
    ...(video === '' ? ['video'] : []),
    ...(captions.length === 0 ? ['captions'] : []),
  ],
  exchange: videoQuizExchange,
  outgoing: videoQuizOutgoing,
})

function asked(moment: Moment, random: Random): Extract<Widget, { kind: 'moment' }>['asks'] {
  const asks = askedBy(moment)
  if (asks === 'nothing') return undefined
  if (asks === 'typed') return { kind: 'text', name: moment.id, lines: 1, maxLength: 200, isNumber: false }
  const options = mixed(moment.options, random).map(({ id, text }) => ({ value: id, text }))
  return { kind: 'choice', name: moment.id, isMulti: asks === 'several', options }
}

/** A question is worth one, whatever it asks for. */
function partOf(moment: Moment, said: readonly string[]): Part {
  const raw = worthOf(moment, said)
  return { id: moment.id, isRight: raw === 1, raw, max: 1 }
}

function worthOf(moment: Moment, said: readonly string[]): number {
  const right = rightOf(moment)
  if (askedBy(moment) === 'typed') return right.some(({ text }) => isSameAnswer(said[0] ?? '', text)) ? 1 : 0
  if (askedBy(moment) === 'one') return said.length === 1 && said[0] === right[0]?.id ? 1 : 0
  const ids = moment.options.map(({ id }) => id)
  return picked(ids, new Set(right.map(({ id }) => id)), said).scaled ?? 0
}
