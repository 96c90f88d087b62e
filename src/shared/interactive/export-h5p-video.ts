import { escapeHtml } from '../rules/escape.ts'
import { shownCaptions } from './caption-times.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import { textOfHtml } from './rich-text.ts'
import { askedBy, type Moment } from './types/video-quiz/moments.ts'
import type { VideoQuiz } from './types/video-quiz/video-quiz.ts'
import type { Element } from './unit.ts'

/** Where a video of a unit lies in the content of a package. */
export function videoInH5p(asset: string): string {
  return `videos/${asset.slice(asset.lastIndexOf('/') + 1)}`
}

/** The libraries of its questions. */
export const askedInVideos = ['H5P.MultiChoice', 'H5P.Blanks', 'H5P.Text'] as const

/** Makes the content of a library as it stands inside of another one. */
type Inside = (library: (typeof askedInVideos)[number], params: object, title: string) => object

/** A video with its questions where it lies in the package, and beside it what is heard in it; else nothing. */
export function filmed(
  { id, data, prompt }: Element,
  { sizeOf, lang, inside }: { sizeOf: SizeOfPicture; lang: string; inside: Inside },
): { library: 'H5P.InteractiveVideo'; params: object; texts: Record<string, string> }[] {
  const film = data as VideoQuiz
  if (film.video === '' || !sizeOf(film.video) || !isPlainVideo(film)) return []
  const captions = `files/captions-${id}.vtt`
  const title = textOfHtml(prompt).replaceAll('\n', ' ')
  const params = videoParams(film, { title, lang, captions }, inside)
  return [{ library: 'H5P.InteractiveVideo', params, texts: { [captions]: captionsFile(film) } }]
}

/** A video with its questions and where their answers lead; `captions`: the place of the file with what is heard. */
function videoParams(
  { video, moments }: VideoQuiz,
  { title, lang, captions }: { title: string; lang: string; captions: string },
  inside: Inside,
): object {
  const mime = video.endsWith('.webm') ? 'video/webm' : 'video/mp4'
  const track = {
    label: lang,
    kind: 'subtitles',
    srcLang: lang,
    track: { path: captions, mime: 'text/webvtt' },
  }
  return {
    interactiveVideo: {
      video: {
        files: [{ path: videoInH5p(video), mime, copyright: { license: 'U' } }],
        startScreenOptions: { title, hideStartTitle: title === '' },
        textTracks: { videoTrack: [track] },
      },
      assets: {
        interactions: moments.map((moment) => interaction(moment, inside)),
        bookmarks: [],
        endscreens: [],
      },
    },
    override: { autoplay: false, loop: false, preventSkippingMode: 'none' },
  }
}

function interaction(moment: Moment, inside: Inside): object {
  const { at, text, gotoOnWrong, gotoOnRight } = moment
  return {
    ...{ x: 5, y: 5, width: 20, height: 12, displayType: 'poster', pause: true, label: '' },
    duration: { from: at, to: at + 1 },
    libraryTitle: text,
    action: actionOf(moment, inside),
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

function actionOf(moment: Moment, inside: Inside): object {
  const { text, options } = moment
  const asks = askedBy(moment)
  const question = `<p>${escapeHtml(text)}</p>`
  if (asks === 'nothing') return inside('H5P.Text', { text: question }, text)
  if (asks === 'typed') {
    const answers = options.map((option) => escapeHtml(option.text)).join('/')
    return inside('H5P.Blanks', { text: question, questions: [`<p>*${answers}*</p>`] }, text)
  }
  return inside(
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

/** What is heard in a video, as WebVTT. */
function captionsFile({ captions }: Pick<VideoQuiz, 'captions'>): string {
  const cues = shownCaptions(captions).map(
    ({ at, until, text }) => `${clock(at)} --> ${clock(until)}\n${text.replaceAll('-->', '→')}`,
  )
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
