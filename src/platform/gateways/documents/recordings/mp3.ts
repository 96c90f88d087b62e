import type { Plan, Read } from './plan.ts'

/** A frame of MPEG sound, layer III (ISO 11172-3, 2.4.1). */
export function isMp3([first = 0, second = 0]: Buffer, size: number): boolean {
  return first === 0xff && (second & 0xe6) === 0xe2 && size > 128
}

/** ID3v2 in front (id3.org, 2.4, 3.1), and what stands behind; one of them may hide the next. Tags that say they are all there is are none. */
export function cutMp3(read: Read, plan: Plan): void {
  let { from, to } = plan
  for (let head = read(from, 10); head.toString('latin1', 0, 3) === 'ID3'; head = read(from, 10)) {
    from += 10 + sizeOf(head) + (head.readUInt8(5) & 0x10 ? 10 : 0)
    // Some programs fill up with zeros behind it.
    while (from < to && read(from, 1)[0] === 0) from += 1
  }
  for (let isCut = true; isCut && to > from; ) {
    const end = to
    for (const length of [ofId3v1, ofApe, ofLyrics, ofFooter]) to -= length(read, to)
    isCut = to < end
  }
  if (to > from) Object.assign(plan, { from, to })
}

/** Seven bits a byte. */
function sizeOf(head: Buffer): number {
  return [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 127), 0)
}

function textAt(read: Read, at: number, length: number): string {
  return at < 0 ? '' : read(at, length).toString('latin1')
}

/** The first version, and what some programs put in front of it. */
function ofId3v1(read: Read, end: number): number {
  if (textAt(read, end - 128, 3) !== 'TAG') return 0
  return textAt(read, end - 128 - 227, 4) === 'TAG+' ? 128 + 227 : 128
}

function ofApe(read: Read, end: number): number {
  if (textAt(read, end - 32, 8) !== 'APETAGEX') return 0
  const ape = read(end - 32, 32)
  return ape.readUInt32LE(12) + (ape.readUInt32LE(20) & 0x80000000 ? 32 : 0)
}

/** Words of a song: the second version says its length, the first only where it begins. */
function ofLyrics(read: Read, end: number): number {
  const [, size] = /^(\d{6})LYRICS200$/.exec(textAt(read, end - 15, 15)) ?? []
  if (size !== undefined) return Number(size) + 15
  if (textAt(read, end - 9, 9) !== 'LYRICSEND') return 0
  const from = Math.max(0, end - 5120)
  const start = textAt(read, from, end - from).lastIndexOf('LYRICSBEGIN')
  return start < 0 ? 0 : end - from - start
}

/** ID3v2.4 behind the sound: it has a foot as long as its head (3.4). */
function ofFooter(read: Read, end: number): number {
  return textAt(read, end - 10, 3) === '3DI' ? sizeOf(read(end - 10, 10)) + 20 : 0
}
