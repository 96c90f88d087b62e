import { open } from 'node:fs/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { parseFile } from 'music-metadata'
import type { SoundEnding } from '../rules/contract.ts'
import { loudnessMeter } from '../rules/loudness.ts'

export interface SoundFacts {
  ending: SoundEnding
  seconds: number
}

/** What the thread of sounds.ts is asked: what a file is, or how loud. */
export type SoundTask =
  | { ask: 'facts'; path: string }
  | { ask: 'loudness'; path: string; ending: SoundEnding }

const chunkBytes = 256 * 1024

/** Does a task of the thread; undefined: no sound, or of a kind whose loudness is not measured. */
export async function readSound(task: SoundTask): Promise<SoundFacts | number | undefined> {
  if (task.ask === 'facts') return await factsOf(task.path)
  if (task.ending === 'mp3') return await loudnessOfMp3(task.path)
  // AAC has no decoder under a licence that fits.
  return task.ending === 'wav' ? await loudnessOfWave(task.path) : undefined
}

/** By its bytes, whatever its name says; undefined: it holds no sound of a kind that is taken. */
async function factsOf(path: string): Promise<SoundFacts | undefined> {
  const found = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined)
  if (found === undefined) return undefined
  const { container = '', codec = '', duration, hasVideo } = found.format
  const ending =
    container === 'MPEG' && codec.startsWith('MPEG') && codec.includes('Layer 3')
      ? 'mp3'
      : /^(M4A|mp4|isom|iso)/i.test(container) && codec.startsWith('MPEG-4/AAC') && !hasVideo
        ? 'm4a'
        : container === 'WAVE' && (await waveFormOf(path)) !== undefined
          ? 'wav'
          : undefined
  // Of nothing there is no length.
  return ending && { ending, seconds: Number.isFinite(duration) ? Number(duration) : 0 }
}

async function* chunksOf(path: string, from = 0, to = Infinity): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let at = from; at < to; ) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, to - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function loudnessOfMp3(path: string): Promise<number | undefined> {
  // The decoder gives what is mono on two sides, which would be heard as louder.
  const { numberOfChannels: sides = 2 } = (await parseFile(path, { skipCovers: true })).format
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    let meter: ReturnType<typeof loudnessMeter> | undefined
    for await (const chunk of chunksOf(path)) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(chunk)
      if (samplesDecoded === 0) continue
      meter ??= loudnessMeter(sampleRate)
      meter.add(channelData.slice(0, sides))
    }
    return meter?.integrated()
  } finally {
    decoder.free()
  }
}

interface WaveForm {
  isFloat: boolean
  channels: number
  sampleRate: number
  bits: number
  from: number
  to: number
}

async function loudnessOfWave(path: string): Promise<number | undefined> {
  const form = await waveFormOf(path)
  if (form === undefined) return undefined
  const meter = loudnessMeter(form.sampleRate)
  const frame = (form.channels * form.bits) / 8
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunksOf(path, form.from, form.to)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const frames = Math.floor(bytes.length / frame)
    // What is more than stereo is for rooms; its first two sides are what is heard.
    const channels = Array.from({ length: Math.min(2, form.channels) }, (_, channel) =>
      Float32Array.from({ length: frames }, (_each, at) =>
        sampleAt(bytes, at * frame + (channel * form.bits) / 8, form),
      ),
    )
    meter.add(channels)
    rest = bytes.subarray(frames * frame)
  }
  return meter.integrated()
}

function sampleAt(bytes: Buffer, at: number, { isFloat, bits }: WaveForm): number {
  if (isFloat) return bits === 64 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at)
  if (bits === 8) return (bytes.readUInt8(at) - 128) / 128
  return bytes.readIntLE(at, bits / 8) / 2 ** (bits - 1)
}

/** The parts `fmt ` and `data` (RIFF); undefined for forms nobody records in. */
async function waveFormOf(path: string): Promise<WaveForm | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const bytes = Buffer.alloc(length)
      await file.read(bytes, 0, length, at)
      return bytes
    }
    let form: Omit<WaveForm, 'from' | 'to'> | undefined
    for (let at = 12, count = 0; at + 8 <= size && count < 1000; count++) {
      const head = await read(at, 8)
      const length = head.readUInt32LE(4)
      const kind = head.toString('latin1', 0, 4)
      if (kind === 'fmt ') form = formOf(await read(at + 8, 40))
      if (kind === 'data') return form && { ...form, from: at + 8, to: Math.min(size, at + 8 + length) }
      at += 8 + length + (length % 2)
    }
    return undefined
  } finally {
    await file.close()
  }
}

function formOf(bytes: Buffer): Omit<WaveForm, 'from' | 'to'> | undefined {
  const extended = 0xfffe
  const tag = bytes.readUInt16LE(0)
  const kind = tag === extended ? bytes.readUInt16LE(24) : tag
  const form = {
    isFloat: kind === 3,
    channels: bytes.readUInt16LE(2),
    sampleRate: bytes.readUInt32LE(4),
    bits: bytes.readUInt16LE(14),
  }
  const isKnown =
    kind === 3 ? [32, 64].includes(form.bits) : kind === 1 && [8, 16, 24, 32].includes(form.bits)
  const isSane =
    form.channels >= 1 && form.channels <= 16 && form.sampleRate >= 8000 && form.sampleRate <= 192_000
  return isKnown && isSane ? form : undefined
}
