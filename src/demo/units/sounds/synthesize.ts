import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Makes the recordings of the demonstration's listening tasks: `npm run demo:sounds`, with ffmpeg installed. No words are heard in
 * them, so that six worlds share them. The results are committed.
 */
const rate = 44_100

/** Something that begins at a second and sounds on. */
interface Stroke {
  at: number
  sound: (time: number) => number
}

/** A plucked string: its overtones die away the sooner, the higher they are. */
function tone(hertz: number): Stroke['sound'] {
  const overtones = [1, 0.5, 0.28, 0.14, 0.07]
  return (time) => {
    const attack = Math.min(1, time / 0.006)
    const partials = overtones.map((strength, at) => {
      const fade = Math.exp(-time * (2.6 + at * 1.5))
      return strength * fade * Math.sin(2 * Math.PI * hertz * (at + 1) * time)
    })
    return attack * partials.reduce((sum, partial) => sum + partial, 0)
  }
}

/** A wood block. */
function knock(time: number): number {
  const ring = Math.sin(2 * Math.PI * 820 * time) + 0.5 * Math.sin(2 * Math.PI * 1_370 * time)
  return Math.min(1, time / 0.002) * Math.exp(-time * 28) * ring
}

/** A bell of a tower: its partials stand as those of real ones do, the hum sounds longest. */
function bell(time: number): number {
  const partials: readonly (readonly [ratio: number, strength: number, fade: number])[] = [
    [0.5, 0.6, 0.7],
    [1, 1, 1.1],
    [1.2, 0.7, 1.4],
    [1.5, 0.4, 2],
    [2, 0.8, 2.2],
    [2.67, 0.3, 4],
    [4, 0.2, 6],
  ]
  const attack = Math.min(1, time / 0.004)
  return partials.reduce(
    (sum, [ratio, strength, fade]) =>
      sum + attack * strength * Math.exp(-time * fade) * Math.sin(2 * Math.PI * 220 * ratio * time),
    0,
  )
}

/** The height of a note, in half tones above the middle C. */
const note = (halfTones: number) => 261.63 * 2 ** (halfTones / 12)

const melody = (heights: readonly number[]): Stroke[] =>
  heights.map((height, at) => ({ at: at * 0.5, sound: tone(note(height)) }))

const beat = 0.65
/** Crotchet, two quavers, crotchet, crotchet: a bar, heard twice. */
const bar = [0, 1, 1.5, 2, 3]

const recordings: Readonly<Record<string, readonly Stroke[]>> = {
  rhythm: [...bar, ...bar.map((at) => at + 4)].map((at) => ({ at: at * beat, sound: knock })),
  up: melody([0, 2, 4, 5, 7]),
  down: melody([7, 5, 4, 2, 0]),
  same: melody([4, 4, 4, 4, 4]),
  leaps: melody([0, 12, 0, 12, 0]),
  bell: [0, 1.6, 3.2, 4.8].map((at) => ({ at, sound: bell })),
}

function samplesOf(strokes: readonly Stroke[]): Buffer {
  const seconds = Math.max(...strokes.map(({ at }) => at)) + (strokes[0]?.sound === bell ? 3 : 1.2)
  const levels = new Float64Array(Math.round(seconds * rate))
  for (const { at, sound } of strokes) {
    const first = Math.round(at * rate)
    for (let n = first; n < levels.length; n += 1) levels[n] = (levels[n] ?? 0) + sound((n - first) / rate)
  }
  const loudest = levels.reduce((most, level) => Math.max(most, Math.abs(level)), 0)
  const samples = Buffer.alloc(levels.length * 2)
  for (const [n, level] of levels.entries())
    samples.writeInt16LE(Math.round((level / loudest) * 26_000), n * 2)
  return samples
}

for (const [name, strokes] of Object.entries(recordings)) {
  const target = fileURLToPath(new URL(`./${name}.mp3`, import.meta.url))
  const input = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0']
  const coding = [
    '-c:a',
    'libmp3lame',
    '-b:a',
    '56k',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-id3v2_version',
    '0',
  ]
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...coding, target], {
    input: samplesOf(strokes),
  })
}
