import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownCaptions } from './caption-times.ts'
import { readCaptions } from './captions.ts'
import { readClock, writeClock } from './clock.ts'
import { importH5p } from './import-h5p.ts'
import { typeOf } from './types.ts'

test('what is written as a time is read as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 21_600_000 }), (ms) => {
      expect(readClock(writeClock(ms / 1000))).toBeCloseTo(ms / 1000, 3)
    }),
  )
  expect(['15', '0:15', '1:02:03,5', 'x', '', '1:2:3:4'].map(readClock)).toEqual([
    15,
    15,
    3723.5,
    undefined,
    undefined,
    undefined,
  ])
})

test('captions are lines with times, or a WebVTT or SRT file that was pasted', () => {
  const vtt =
    'WEBVTT\n\nNOTE nothing\n\n1\n00:00:01.000 --> 00:00:04.000 align:start\n<v Anna>Guten Tag</v>\nund hallo\n\n00:09.500 --> 00:11.000\nTschüss'
  const said = [
    { at: 1, text: 'Guten Tag und hallo' },
    { at: 9.5, text: 'Tschüss' },
  ]
  expect(readCaptions(vtt)).toEqual(said)
  expect(readCaptions(vtt.replaceAll('.', ',').replace('WEBVTT\n\n', ''))).toEqual(said)
  expect(readCaptions('0:09,5 | Tschüss\n0:01 | Guten Tag und hallo\nohne Zeit')).toEqual(said)
  expect(shownCaptions(said).map(({ until }) => until)).toEqual([8, 16.5])
})

test('a moment is asked to be picked, picked several times, typed or only read; others keep none', () => {
  const row = typeOf('video_quiz')
  const typed = {
    moments:
      '0:40 | Wie viele Monde?\n* 1\n* eins\n0:15 | Hauptstadt von Italien?\n* Rom\nMailand\n1:00 | Gerade?\n* 2\n3\n* 4\n1:10 | Schau genau hin.',
  }
  const data = row?.schema.parse(row.fromTyped(typed))
  const widgets = row?.view(data, () => 0.5) ?? []
  expect(
    widgets.map((widget) => (widget.kind === 'moment' ? [widget.at, widget.asks?.kind] : widget.kind)),
  ).toEqual(['video', [15, 'choice'], [40, 'text'], [60, 'choice'], [70, undefined]])
  expect(JSON.stringify(widgets)).not.toMatch(/eins|isRight/)
  expect(
    row?.score(data, { a: ['ax1'], b: [' EINS '], c: ['cx1', 'cx2'] }).parts.map(({ raw }) => raw),
  ).toEqual([1, 1, 0])
  expect(row?.gaps?.(data)).toEqual(['video', 'captions'])
  expect(row?.schema.safeParse(row.fromTyped({ moments: '0:10 | Nur lesen' })).success).toBe(false)
  expect(row?.schema.safeParse(row.fromTyped({ moments: '0:10 | Was?\na\nb' })).success).toBe(false)
})

const video = (files: object[]) => ({
  interactiveVideo: {
    video: {
      files,
      startScreenOptions: { title: 'Der Mond' },
      textTracks: { videoTrack: [{ track: { path: 'a.vtt' } }] },
    },
    assets: {
      interactions: [
        {
          duration: { from: 4, to: 9 },
          action: {
            library: 'H5P.MultiChoice 1.16',
            params: {
              question: '<p>Rund?</p>',
              answers: [
                { text: 'ja', correct: true },
                { text: 'nein', correct: false },
              ],
            },
          },
        },
        {
          duration: { from: 8.25, to: 9 },
          action: {
            library: 'H5P.MarkTheWords 1.11',
            params: { taskDescription: 'Nomen', textField: 'Der *Mond* scheint' },
          },
        },
        { duration: { from: 9, to: 9 }, action: { library: 'H5P.Nil 1.0', params: {} } },
      ],
    },
  },
})
const key = `unit/00/${'1'.padStart(64, '0')}.mp4`
const packed: Readonly<Record<string, string>> = {
  'a.vtt': 'WEBVTT\n\n0:01.000 --> 0:02.000\nHallo',
  'videos/mond.mp4': 'video',
}
const files = (path: string) => (packed[path] ? new TextEncoder().encode(packed[path]) : undefined)

test('an interactive video of a package becomes a video quiz, with what it cannot ask beside it', () => {
  const content = video([{ path: 'videos/mond.mp4' }])
  const found = importH5p({ library: 'H5P.InteractiveVideo', title: 'Video', content }, files)
  expect(found.pages.flatMap(({ elements }) => elements.map(({ type, points }) => [type, points]))).toEqual([
    ['video_quiz', 1],
    ['mark_words', 1],
  ])
  expect(found.pages[0]?.elements[0]).toMatchObject({
    prompt: 'Der Mond',
    data: { video: key, captions: [{ at: 1, text: 'Hallo' }], moments: [{ at: 4, text: 'Rund?' }] },
  })
  expect(found.report.map(({ outcome }) => outcome)).toEqual(['converted', 'converted', 'skipped'])
})

test('of a video that lies elsewhere the questions are taken, and the report says that it is missing', () => {
  const found = importH5p({ library: 'H5P.InteractiveVideo', title: 'Video', content: video([]) }, files)
  expect(found.pages.flatMap(({ elements }) => elements.map(({ type }) => type))).toEqual([
    'choice',
    'mark_words',
  ])
  expect(found.report[0]).toEqual({ name: 'Video', outcome: 'skipped', reason: 'media' })
})
