import { type Content, withName } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { trackInH5p, videoInH5p } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { H5pTask, Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { videoMime } from '#exercises/formats/packed-media.ts'
import { captionsFile } from '#exercises/model/media/caption-files.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { VideoQuiz } from './data.ts'
import { askedBy, type Moment } from './moments.ts'

/** The libraries of its questions. */
const inside = ['H5P.MultiChoice', 'H5P.Blanks', 'H5P.Text'] as const

export const videoQuizOutgoing: Outgoing<VideoQuiz> = { h5p: filmed }

/** A video with its questions where it lies in the package, and beside it what is heard in it; else nothing. */
function filmed(film: VideoQuiz, { id, prompt, sizeOf, lang }: H5pTask): Content[] {
  if (film.video === '' || !sizeOf(film.video) || !isPlainVideo(film)) return []
  const captions = `files/captions-${id}.vtt`
  const title = textOfHtml(prompt).replaceAll('\n', ' ')
  const params = videoParams(film, { title, lang, captions })
  return [
    { library: 'H5P.InteractiveVideo', params, texts: { [captions]: captionsFile(film.captions) }, inside },
  ]
}

/** A video with its questions and where their answers lead; `captions`: the place of the file with what is heard. */
function videoParams(
  { video, moments }: VideoQuiz,
  { title, lang, captions }: { title: string; lang: string; captions: string },
): object {
  return {
    interactiveVideo: {
      video: {
        files: [{ path: videoInH5p(video), mime: videoMime(video), copyright: { license: 'U' } }],
        startScreenOptions: { title, hideStartTitle: title === '' },
        textTracks: { videoTrack: [trackInH5p(captions, lang)] },
      },
      assets: {
        interactions: moments.map(interaction),
        bookmarks: [],
        endscreens: [],
      },
    },
    override: { autoplay: false, loop: false, preventSkippingMode: 'none' },
  }
}

function interaction(moment: Moment): object {
  const { at, text, gotoOnWrong, gotoOnRight } = moment
  return {
    ...{ x: 5, y: 5, width: 20, height: 12, displayType: 'poster', pause: true, label: '' },
    duration: { from: at, to: at + 1 },
    libraryTitle: text,
    action: actionOf(moment),
    adaptivity: {
      correct: leading(gotoOnRight),
      wrong: leading(gotoOnWrong),
      requireCompletion: false,
    },
  }
}

function leading(seekTo: number | undefined): object {
  return { allowOptOut: false, message: '', ...(seekTo !== undefined && { seekTo }) }
}

function actionOf(moment: Moment): object {
  const { text, options } = moment
  const asks = askedBy(moment)
  const question = `<p>${escapeHtml(text)}</p>`
  if (asks === 'nothing') return withName('H5P.Text', { text: question }, text)
  if (asks === 'typed') {
    const answers = options.map((option) => escapeHtml(option.text)).join('/')
    return withName('H5P.Blanks', { text: question, questions: [`<p>*${answers}*</p>`] }, text)
  }
  return withName(
    'H5P.MultiChoice',
    {
      question,
      answers: options.map((option) => ({ text: escapeHtml(option.text), correct: option.isRight })),
      behaviour: { type: asks === 'several' ? 'multi' : 'single', singlePoint: false, enableRetry: true },
    },
    text,
  )
}

/** Whether H5P can take every answer that is typed: some signs mean something to it. */
function isPlainVideo({ moments }: VideoQuiz): boolean {
  return moments.every(
    (moment) => askedBy(moment) !== 'typed' || moment.options.every(({ text }) => !/[*/:\\]/.test(text)),
  )
}
