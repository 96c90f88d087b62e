/** What of a recording is heard at once, in turn; all channels are as long. */
export type Samples = readonly Float32Array[]

/** Measures how loud a recording is as people hear it, while it is read: EBU R 128 (ITU-R BS.1770-4), mono or stereo. */
export interface LoudnessMeter {
  add(channels: Samples): void
  /** LUFS of the whole; undefined: nothing in it is loud enough to be heard. */
  integrated(): number | undefined
}

/** Of 400 ms, a quarter new: a block is this many steps. */
const stepsInBlock = 4
const stepsPerSecond = 10
/** Below it nothing is counted (LUFS); then what is so much below the mean of the rest (LU). */
const absoluteGate = -70
const relativeGate = -10
const offset = -0.691

/** A library would want the whole recording in memory; this needs a number for each tenth of a second. */
export function loudnessMeter(sampleRate: number): LoudnessMeter {
  const stepLength = Math.round(sampleRate / stepsPerSecond)
  const powers: number[] = []
  let filters: ((sample: number) => number)[] = []
  let [sum, filled] = [0, 0]
  return {
    add(channels) {
      while (filters.length < channels.length) filters = [...filters, weighting(sampleRate)]
      const length = channels[0]?.length ?? 0
      for (let at = 0; at < length; at++) {
        for (let channel = 0; channel < channels.length; channel++) {
          const heard = filters[channel]?.(channels[channel]?.[at] ?? 0) ?? 0
          sum += heard * heard
        }
        filled += 1
        if (filled < stepLength) continue
        powers.push(sum / stepLength)
        sum = 0
        filled = 0
      }
    },
    integrated() {
      const blocks = blocksOf(powers)
      const heard = blocks.filter((power) => loudnessOf(power) > absoluteGate)
      const gate = loudnessOf(mean(heard)) + relativeGate
      const counted = heard.filter((power) => loudnessOf(power) > gate)
      return counted.length === 0 ? undefined : loudnessOf(mean(counted))
    },
  }
}

function blocksOf(powers: readonly number[]): number[] {
  const blocks: number[] = []
  for (let at = 0; at + stepsInBlock <= powers.length; at++)
    blocks.push(mean(powers.slice(at, at + stepsInBlock)))
  return blocks
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function loudnessOf(power: number): number {
  return offset + 10 * Math.log10(power)
}

/** The K weighting: a shelf for the head, a high pass; their coefficients for any sample rate (BS.1770-4, annex 1). */
function weighting(sampleRate: number): (sample: number) => number {
  const shelf = biquad(shelfOf(sampleRate))
  const pass = biquad(highPassOf(sampleRate))
  return (sample) => pass(shelf(sample))
}

interface Coefficients {
  b: readonly [number, number, number]
  a: readonly [number, number]
}

function shelfOf(sampleRate: number): Coefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const middle = high ** 0.4996667741545416
  const norm = 1 + k / q + k * k
  return {
    b: [
      (high + (middle * k) / q + k * k) / norm,
      (2 * (k * k - high)) / norm,
      (high - (middle * k) / q + k * k) / norm,
    ],
    a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
  }
}

function highPassOf(sampleRate: number): Coefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const norm = 1 + k / q + k * k
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] }
}

function biquad({ b: [b0, b1, b2], a: [a1, a2] }: Coefficients): (sample: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (sample) => {
    const out = b0 * sample + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = sample
    y2 = y1
    y1 = out
    return out
  }
}
