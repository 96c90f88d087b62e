import { expect, test } from 'vitest'
import { loudnessMeter } from './loudness.ts'

const sine = (rate: number, seconds: number, { hertz = 1000, level = -23 } = {}) =>
  Float32Array.from(
    { length: rate * seconds },
    (_, at) => 10 ** (level / 20) * Math.sin((2 * Math.PI * hertz * at) / rate),
  )

/** EBU Tech 3341, minimum requirements: test signals 1 to 4, within 0.1 LU. */
test.each([44_100, 48_000, 22_050])('a stereo tone of -23 dBFS is -23 LUFS at %i Hz', (rate) => {
  for (const level of [-23, -33]) {
    const meter = loudnessMeter(rate)
    const tone = sine(rate, 20, { level })
    meter.add([tone, tone])
    expect(Math.abs((meter.integrated() ?? 0) - level)).toBeLessThan(0.1)
  }
})

test('quiet parts do not count', () => {
  const rate = 48_000
  const meter = loudnessMeter(rate)
  for (const [level, seconds] of [
    [-72, 10],
    [-36, 10],
    [-23, 60],
    [-36, 10],
    [-72, 10],
  ] as const) {
    const tone = sine(rate, seconds, { level })
    // In pieces, as it is read.
    for (let at = 0; at < tone.length; at += 7919) {
      const piece = tone.subarray(at, at + 7919)
      meter.add([piece, piece])
    }
  }
  expect(Math.abs((meter.integrated() ?? 0) + 23)).toBeLessThan(0.1)
})

test('a mono tone is 3 LU quieter than the same on two sides; silence has no loudness', () => {
  const mono = loudnessMeter(48_000)
  mono.add([sine(48_000, 5)])
  expect(Math.abs((mono.integrated() ?? 0) + 26)).toBeLessThan(0.1)
  const silence = loudnessMeter(48_000)
  silence.add([new Float32Array(48_000)])
  expect(silence.integrated()).toBeUndefined()
  expect(loudnessMeter(48_000).integrated()).toBeUndefined()
})
