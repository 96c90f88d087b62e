import { expect, test } from 'vitest'
import { clockOf, readVtt, readWords } from './transcript.ts'

test('WebVTT is read with times and voices, without marks', () => {
  const vtt = [
    '\u{feff}WEBVTT - Folge',
    'NOTE Von der Redaktion',
    '1\n00:00.000 --> 00:04.000 align:start\n<v Mira Weber>Guten <b>Morgen</b>,\nalle &amp; jeder.',
    '01:02:05.500 --> 01:02:09.000\n&lt;script&gt;',
    '00:09.000 --> 00:10.000\n',
  ].join('\r\n\r\n')
  expect(readVtt(vtt)).toEqual([
    { startSeconds: 0, text: 'Mira Weber: Guten Morgen, alle & jeder.' },
    { startSeconds: 3725, text: '<script>' },
  ])
})

test('what is no transcript is none', () => {
  for (const source of ['', 'WEBVTT', 'WEBVTTX\n\n00:00.000 --> 00:01.000\nx', '1\n00:00 --> 00:01\nx'])
    expect(readVtt(source)).toBeUndefined()
  for (const source of ['', ' \n\n ', 'a\0b', 'PK\u{fffd}']) expect(readWords(source)).toBeUndefined()
  expect(readWords('Eins\nzwei\n\n\nDrei')).toEqual([
    { startSeconds: undefined, text: 'Eins zwei' },
    { startSeconds: undefined, text: 'Drei' },
  ])
})

test('long lines of marks take no time', () => {
  const start = performance.now()
  readVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'<v '.repeat(100_000)}\n\n${'00:00:'.repeat(50_000)}`)
  readWords('\n'.repeat(500_000))
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a moment reads as a clock', () => {
  expect([0, 65, 3725].map(clockOf)).toEqual(['0:00', '1:05', '1:02:05'])
})
