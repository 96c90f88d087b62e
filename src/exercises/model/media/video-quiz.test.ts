import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { h5pFiles } from '#exercises/formats/h5p/export-h5p.ts'
import { importH5p } from '#exercises/formats/h5p/import-h5p.ts'
import { readClock, writeClock } from '../task/clock.ts'
import { readSettings } from '../task/typed-settings.ts'
import { typeOf } from '../task/types.ts'
import { noMetadata } from '../text/unit-metadata.ts'
import { usualSettings } from '../unit.ts'
import { shownCaptions } from './caption-times.ts'
import { readCaptions } from './captions.ts'

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

describe('where an answer leads', () => {
  const typed = {
    video: key,
    captions: '0:01 | Hallo',
    moments:
      '0:15 | Rund? | 0:05 | 0:30\n* ja\nnein\n0:40 | Wie viele? | 0:20\n* 1\n* eins\n1:10 | Schau hin.',
  }
  const row = typeOf('video_quiz')
  const data = row?.schema.parse(row.fromTyped(typed))
  const leads = (moments: object[]) =>
    moments.map((moment) => [Reflect.get(moment, 'gotoOnWrong'), Reflect.get(moment, 'gotoOnRight')])

  test('is typed behind the question, and no part of it is needed', () => {
    const { moments } = data as { moments: object[] }
    expect(leads(moments)).toEqual([
      [5, 30],
      [20, undefined],
      [undefined, undefined],
    ])
    expect(row?.typed(data).moments).toBe(typed.moments)
    const readBack = (clock: string) =>
      row?.schema.safeParse(row.fromTyped({ ...typed, moments: `0:15 | Rund? | ${clock}\n* ja\nnein` }))
        .success
    // What is no clock leads nowhere; what lies behind the longest video is not taken.
    expect(['-1', 'x', '9:9:9:9', '99:59:59'].map(readBack)).toEqual([true, true, true, false])
  })

  test('is told to who plays it, and nothing of what is right', () => {
    const moments = (row?.view(data, () => 0.5) ?? []).filter(({ kind }) => kind === 'moment')
    expect(moments).toMatchObject([{ again: { asset: key, at: 5 }, onward: 30 }, { again: { at: 20 } }, {}])
    expect(JSON.stringify(moments)).not.toMatch(/isRight|eins/)
  })

  test('goes out with an H5P package and comes back with it', () => {
    const content = {
      ...{ title: 'Video', description: '', ...noMetadata, settings: usualSettings },
      pages: [
        {
          ...{ id: 'p1', title: '', layout: 'stack' as const },
          elements: [
            {
              id: 'e1',
              type: 'video_quiz',
              prompt: '<p>Der Mond</p>',
              points: 2,
              right: '',
              wrong: '',
              ...readSettings({}),
              data,
            },
          ],
        },
      ],
    }
    const { files: sent, leftOut } = h5pFiles(content, 'de', () => ({ width: 1, height: 1 }))
    expect(leftOut).toEqual([])
    expect(h5pFiles(content, 'de').leftOut).toEqual(['e1'])
    const inPackage = (path: string) => {
      const text = path.startsWith('videos/') ? 'video' : sent[`content/${path}`]
      return text === undefined ? undefined : new TextEncoder().encode(text)
    }
    const main = {
      library: 'H5P.Column',
      title: 'Video',
      content: JSON.parse(sent['content/content.json'] ?? ''),
    }
    const [back, ...others] = importH5p(main, inPackage).pages.flatMap(({ elements }) => elements)
    expect(others).toEqual([])
    expect(back?.data).toMatchObject({ captions: [{ at: 1, text: 'Hallo' }] })
    const { moments } = (back?.data ?? { moments: [] }) as { moments: { options: unknown[] }[] }
    expect(leads(moments)).toEqual(leads((data as { moments: object[] }).moments))
    expect(moments.map(({ options }) => options.length)).toEqual([2, 2, 0])
  })

  test('leads nowhere where a package says no second of a video', () => {
    for (const [seekTo, expected] of [[80, 80], ['80.5', 80.5], [-1], ['x'], [null], [1e9], [{}]] as const) {
      const content = video([{ path: 'videos/mond.mp4' }])
      const [first] = content.interactiveVideo.assets.interactions
      Object.assign(first ?? {}, { adaptivity: { wrong: { seekTo } } })
      const found = importH5p({ library: 'H5P.InteractiveVideo', title: 'Video', content }, files)
      const { moments } = (found.pages[0]?.elements[0]?.data ?? { moments: [] }) as { moments: object[] }
      expect(leads(moments)).toEqual([[expected, undefined]])
    }
  })
})
