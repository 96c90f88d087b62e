import { blank, mostParts, type Plan, type Read } from './plan.ts'

/** What sound and film need (Multimedia Programming Interface 1.0, 2 and 3; OpenDML); the rest becomes JUNK. */
const riffChunks =
  /^(fmt |data|fact|cue |smpl|PEAK|wavl|slnt|ds64|idx1|ix\d\d|RIFF|LIST(hdrl|movi|rec |odml))/
const room = /^(JUNK|junk|PAD |FLLR)/

/** WAV and AVI: what is taken out becomes JUNK. */
export function ofRiff(read: Read, { patches, to }: Plan): void {
  for (let at = 12, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 12)
    const size = head.readUInt32LE(4)
    const name = head.toString('latin1', 0, 4)
    const kind = name === 'LIST' ? name + head.toString('latin1', 8, 12) : name
    const end = Math.min(to, at + 8 + size)
    if (room.test(kind)) patches.push(...blank(read, at + 8, end))
    else if (!riffChunks.test(kind))
      patches.push({ at, bytes: Buffer.from('JUNK') }, { at: at + 8, bytes: end - at - 8 })
    at += 8 + size + (size & 1)
  }
}

/** Name, author, copyright and remarks of an AIFF, ID3 and private data: their words become zeros. */
const aiffChunks = /^(COMM|SSND|MARK|INST|FVER|MIDI|AESD)$/

/** AIFF: what is said keeps its chunk, without words. */
export function ofAiff(read: Read, { patches, to }: Plan): void {
  for (let at = 12, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 8)
    const size = head.readUInt32BE(4)
    if (!aiffChunks.test(head.toString('latin1', 0, 4)))
      patches.push(...blank(read, at + 8, Math.min(to, at + 8 + size)))
    at += 8 + size + (size & 1)
  }
}

/** Blocks before the sound of a FLAC (RFC 9639, 8): how it is packed, where to jump to; the rest becomes room to spare. */
const flacBlocks = { info: 0, room: 1, places: 3 }

/** FLAC: what is taken out becomes padding. */
export function ofFlac(read: Read, { patches, to }: Plan): void {
  for (let at = 4, isLast = false; !isLast && at + 4 <= to; ) {
    const head = read(at, 4)
    const flags = head.readUInt8(0)
    const size = head.readUIntBE(1, 3)
    const kind = flags & 0x7f
    isLast = flags >= 0x80
    if (kind !== flacBlocks.info && kind !== flacBlocks.places) {
      if (kind !== flacBlocks.room)
        patches.push({ at, bytes: Buffer.from([(flags & 0x80) | flacBlocks.room]) })
      patches.push(...blank(read, at + 4, Math.min(to, at + 4 + size)))
    }
    at += 4 + size
  }
}
