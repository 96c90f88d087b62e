import { blank, mostParts, type Plan, type Range, type Read } from './plan.ts'

interface BoxRange extends Range {
  path: string
}

/** Boxes with boxes in them that matter here (ISO 14496-12). */
const mp4Folders = /^\/(moov(\/trak(\/mdia(\/minf)?)?)?|moof(\/traf)?)$/
/** Tags of iTunes and QuickTime, what cameras add, XMP. */
const mp4Tags = /^(udta|meta|uuid|XMP_|ID32|cprt|ilst|gpmd|pnot|PICT)$/

/** MP4, M4A and QuickTime: what is taken out becomes free room. @throws RangeError where its boxes do not end */
export function ofMp4(read: Read, plan: Plan, { from, to, path }: BoxRange): void {
  for (let at = from, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 16)
    const small = head.readUInt32BE(0)
    const size = small === 1 ? Number(head.readBigUInt64BE(8)) : small === 0 ? to - at : small
    const start = small === 1 ? 16 : 8
    if (size < start || at + size > to) throw new RangeError('no box')
    const kind = head.toString('latin1', 4, 8)
    if (mp4Tags.test(kind))
      plan.patches.push({ at: at + 4, bytes: Buffer.from('free') }, { at: at + start, bytes: size - start })
    else if (kind === 'free' || kind === 'skip') plan.patches.push(...blank(read, at + start, at + size))
    else if (kind === 'hdlr' && path === '/moov/trak/mdia')
      // The name of a track: 'Core Media Video', or what somebody called it.
      plan.patches.push(...blank(read, at + 32, at + size))
    else if (mp4Folders.test(`${path}/${kind}`))
      ofMp4(read, plan, { from: at + start, to: at + size, path: `${path}/${kind}` })
    at += size
  }
}
