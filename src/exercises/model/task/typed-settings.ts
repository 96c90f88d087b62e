import { type ElementMedia, kindOfFile, type MediaKind } from '../media/element-media.ts'
import { readLines, writeLine } from '../text/lines.ts'
import { htmlOfTyped, typedOfHtml } from '../text/rich-text.ts'
import { numberIn } from './typed-values.ts'

/** What an answer to a task can earn in a live quiz, as its teacher chose: nothing, as usual, or twice that. */
export const quizWorths = ['none', 'normal', 'double'] as const
export type QuizWorth = (typeof quizWorths)[number]

/** What a task says to results between two percentages, both included. */
export interface Band {
  from: number
  to: number
  text: string
}

/** What any task may have beside its question, whatever its type. */
export interface ElementSettings {
  /** Said to who is right in part; '': as to who is wrong. */
  partial: string
  /** Instead of these three where one is found; the first that fits counts. */
  bands: Band[]
  /** One after the other, for who asks. */
  hints: string[]
  /** Seconds; 0: as long as one likes. */
  timeLimit: number
  /** Nobody hands in without an answer to it. */
  isRequired: boolean
  tags: string[]
  quizPoints: QuizWorth
  media?: ElementMedia | undefined
}

type PlainName = Exclude<keyof ElementSettings, 'media'>
/** What is seen or heard above a task, field by field; `media` is the name of its file. */
type MediaName = 'media' | 'mediaKind' | 'mediaAlt' | 'mediaTranscript'

/** The same as a teacher types it: lists a line each, `from | to | words`; tags with commas between them. */
export type TypedSettings = Record<PlainName | MediaName, string>

/** Of a new task. */
export const emptySettings: TypedSettings = {
  partial: '',
  bands: '',
  hints: '',
  timeLimit: '',
  isRequired: '',
  tags: '',
  quizPoints: '',
  media: '',
  mediaKind: '',
  mediaAlt: '',
  mediaTranscript: '',
}

/** Settings as they stand in the editor. */
export function writeSettings(settings: ElementSettings): TypedSettings {
  const { partial, bands, hints, timeLimit, isRequired, tags, quizPoints, media } = settings
  return {
    partial,
    bands: bands.map(({ from, to, text }) => writeLine([String(from), String(to), text])).join('\n'),
    hints: hints.map((hint) => writeLine([hint])).join('\n'),
    timeLimit: timeLimit === 0 ? '' : String(timeLimit),
    isRequired: isRequired ? '1' : '',
    tags: tags.join(', '),
    quizPoints: quizPoints === 'normal' ? '' : quizPoints,
    media: media?.asset ?? '',
    mediaKind: media?.kind ?? '',
    mediaAlt: media?.alt ?? '',
    mediaTranscript: typedOfHtml(media?.transcript ?? ''),
  }
}

/** What was typed, for the schema to judge; what is not there is empty. */
export function readSettings(typed: Partial<TypedSettings>): ElementSettings {
  const seconds = (typed.timeLimit ?? '').trim()
  return {
    partial: typed.partial ?? '',
    bands: readLines(typed.bands ?? '').map(({ parts: [from = '', to = '', ...text] }) => ({
      from: from === '' ? 0 : (numberIn(from) ?? Number.NaN),
      to: to === '' ? 100 : (numberIn(to) ?? Number.NaN),
      text: text.join(' '),
    })),
    hints: readLines(typed.hints ?? '').map(
      ({ isMarked, parts }) => `${isMarked ? '* ' : ''}${parts.join(' | ')}`,
    ),
    timeLimit: seconds === '' ? 0 : (numberIn(seconds) ?? Number.NaN),
    isRequired: typed.isRequired === '1' || typed.isRequired === 'on',
    tags: (typed.tags ?? '').split(/[,;\n]/).filter((tag) => tag.trim() !== ''),
    quizPoints: ((typed.quizPoints ?? '').trim() || 'normal') as QuizWorth,
    ...readMedia(typed),
  }
}

function readMedia({ media = '', mediaKind, mediaAlt = '', mediaTranscript = '' }: Partial<TypedSettings>) {
  const asset = media.trim()
  if (asset === '' || mediaKind === 'none') return {}
  // What it is says its name where nobody else does; the schema judges both.
  const kind = (mediaKind || kindOfFile(asset)) as MediaKind
  return { media: { asset, kind, alt: mediaAlt, transcript: htmlOfTyped(mediaTranscript) } }
}
