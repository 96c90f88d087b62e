import { at, isOn, listAt, nameAt, numberAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { readCaptions } from '#exercises/model/media/captions.ts'
import { toThousandths } from '#exercises/model/task/clock.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { VideoQuiz } from './data.ts'
import { inOrder, type LooseMoment, longestSeconds } from './moments.ts'

type Asked = Pick<LooseMoment, 'text' | 'options'>

const option = (text: string, isRight: boolean) => ({ text, isRight })

/** What the actions of a video ask for, as its own questions; others stay tasks beside it. */
const readers: Readonly<Record<string, (params: unknown) => Asked[]>> = {
  'H5P.MultiChoice': (params) => [
    {
      text: wordsAt(params, 'question'),
      options: listAt(params, 'answers').map((answer) =>
        option(wordsAt(answer, 'text'), isOn(answer, 'correct')),
      ),
    },
  ],
  // The first answer is the right one in these.
  'H5P.SingleChoiceSet': (params) =>
    listAt(params, 'choices').map((each) => ({
      text: wordsAt(each, 'question'),
      options: listAt(each, 'answers').map((answer, place) => option(wordsAt(answer), place === 0)),
    })),
  'H5P.TrueFalse': (params) => {
    const isTrue = at(params, 'correct') === 'true' || at(params, 'correct') === true
    return [
      {
        text: wordsAt(params, 'question'),
        options: [
          option(wordsAt(params, 'l10n', 'trueText'), isTrue),
          option(wordsAt(params, 'l10n', 'falseText'), !isTrue),
        ],
      },
    ]
  },
  // One gap and nothing else: an answer that is typed.
  'H5P.Blanks': (params) => {
    const [only, ...others] = listAt(params, 'questions')
    const answers = /^\*([^*:]+)\*$/.exec(wordsAt(only))?.[1]
    if (answers === undefined || others.length > 0) return []
    return [
      {
        text: wordsAt(params, 'text'),
        options: answers.split('/').map((each) => option(each.trim(), true)),
      },
    ]
  },
  'H5P.Text': (params) => [{ text: wordsAt(params, 'text'), options: [] }],
}

/** A question somebody could answer, or something to read. */
function isWhole({ text, options }: Asked): boolean {
  if (text === '' || options.some((each) => each.text === '')) return false
  return options.length === 0 || (options.length > 1 && options.some(({ isRight }) => isRight))
}

/** What one action of an interactive video asks for; undefined: it is no question of a video quiz. */
export function askedByAction(action: unknown): Asked[] | undefined {
  const library = nameAt(action, 'library').split(' ')[0] ?? ''
  const asked = readers[library]?.(at(action, 'params'))
  return asked && asked.length > 0 && asked.every(isWhole) ? asked : undefined
}

/** Where an answer leads to, if it does; what is no second of a video leads nowhere. */
function seekOf(name: 'gotoOnWrong' | 'gotoOnRight', interaction: unknown, kind: 'wrong' | 'correct') {
  const seek = at(interaction, 'adaptivity', kind, 'seekTo')
  const to = seek === undefined || seek === null || seek === '' ? Number.NaN : Number(seek)
  return to >= 0 && to <= longestSeconds ? { [name]: toThousandths(to) } : {}
}

export const videoQuizExchange: Exchange<VideoQuiz> = {
  h5pIn: {
    'H5P.InteractiveVideo': ({ params, files }) => {
      const root = at(params, 'interactiveVideo')
      const video = listAt(root, 'video', 'files')
        .map((file) => files.take(nameAt(file, 'path'), 'video'))
        .find((key) => key !== '')
      const moments = listAt(root, 'assets', 'interactions').flatMap((each) => {
        const from = numberAt(each, 'duration', 'from')
        const leads = { ...seekOf('gotoOnWrong', each, 'wrong'), ...seekOf('gotoOnRight', each, 'correct') }
        return (askedByAction(at(each, 'action')) ?? []).map((asked) => ({ at: from, ...asked, ...leads }))
      })
      if (video === undefined || !moments.some(({ options }) => options.length > 0)) return undefined
      const [track] = listAt(root, 'video', 'textTracks', 'videoTrack')
      const captions = readCaptions(files.text(nameAt(track, 'track', 'path')))
      const title = wordsAt(root, 'video', 'startScreenOptions', 'title')
      return {
        prompt: title === '' ? '' : title,
        data: { video, captions, moments: inOrder(moments) },
      }
    },
  },
}
