import { blank, mostParts, type Patch, type Plan, type Range, type Read } from './plan.ts'

interface Box extends Range {
  kind: string
  /** Where its head begins. */
  at: number
}

/** Boxes with boxes in them that matter here (ISO 14496-12). */
const folders = /^\/(moov(\/trak(\/mdia(\/minf)?)?)?|moof(\/traf)?)$/
/** Tags of iTunes and QuickTime, what cameras add, XMP. */
const tags = /^(udta|meta|uuid|XMP_|ID32|cprt|ilst|gpmd|pnot|PICT)$/

/** MP4, M4A and QuickTime: what is taken out becomes free room. @throws RangeError where its boxes do not end */
export function ofMp4(read: Read, plan: Plan, { from, to, path }: Range & { path: string }): void {
  for (const box of boxesIn(read, { from, to })) {
    const { kind } = box
    const inside = `${path}/${kind}`
    if (tags.test(kind))
      plan.patches.push(
        { at: box.at + 4, bytes: Buffer.from('free') },
        { at: box.from, bytes: box.to - box.from },
      )
    else if (kind === 'free' || kind === 'skip') plan.patches.push(...blank(read, box.from, box.to))
    else if (inside === '/moov/trak/mdia/hdlr')
      // The name of a track: 'Core Media Video', or one a person typed.
      plan.patches.push(...blank(read, box.from + 24, box.to))
    else if (folders.test(inside)) {
      if (kind === 'trak') plan.patches.push(...whereItWas(read, box, plan.to))
      ofMp4(read, plan, { ...box, path: inside })
    }
  }
}

function* boxesIn(read: Read, { from, to }: Range): Generator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 16)
    const small = head.readUInt32BE(0)
    const size = small === 1 ? Number(head.readBigUInt64BE(8)) : small === 0 ? to - at : small
    const start = small === 1 ? 16 : 8
    if (size < start || at + size > to) throw new RangeError('no box')
    yield { kind: head.toString('latin1', 4, 8), at, from: at + start, to: at + size }
    at += size
  }
}

/** The box that a path of names leads to. */
function find(read: Read, range: Range, ...[kind, ...rest]: string[]): Range | undefined {
  for (const box of boxesIn(read, range))
    if (box.kind === kind) return rest.length === 0 ? box : find(read, box, ...rest)
  return undefined
}

/** A track of places, speeds and faces beside the pictures, as phones and cameras write it: its samples become zeros. */
function whereItWas(read: Read, track: Range, end: number): Patch[] {
  const handler = find(read, track, 'mdia', 'hdlr')
  if (!handler || read(handler.from + 8, 4).toString('latin1') !== 'meta') return []
  const table = find(read, track, 'mdia', 'minf', 'stbl')
  const [sizes, groups] = ['stsz', 'stsc'].map((kind) => table && find(read, table, kind))
  const [short, long] = ['stco', 'co64'].map((kind) => table && find(read, table, kind))
  const places = short ?? long
  if (!sizes || !groups || !places) return []
  const number = (range: Range, at: number) => read(range.from + at, 4).readUInt32BE(0)
  const common = number(sizes, 4)
  const sizeOf = (sample: number) => (common > 0 ? common : number(sizes, 12 + sample * 4))
  const perChunk = Array.from({ length: Math.min(mostParts, number(groups, 4)) }, (_, at) => ({
    first: number(groups, 8 + at * 12),
    samples: number(groups, 12 + at * 12),
  }))
  const patches: Patch[] = []
  const all = Math.min(mostParts, number(sizes, 8))
  const chunks = number(places, 4)
  for (let chunk = 1, sample = 0, group = 0; chunk <= chunks && sample < all; chunk += 1) {
    if ((perChunk[group + 1]?.first ?? Number.POSITIVE_INFINITY) <= chunk) group += 1
    const { samples = 0 } = perChunk[group] ?? {}
    const bytes = Array.from({ length: Math.min(samples, all - sample) }, (_, at) => sizeOf(sample + at))
    const size = bytes.reduce((sum, each) => sum + each, 0)
    const at = short
      ? number(short, 4 + chunk * 4)
      : Number(read(places.from + chunk * 8, 8).readBigUInt64BE(0))
    patches.push(...blank(read, at, Math.min(end, at + size)))
    if (samples === 0) break
    sample += samples
  }
  return patches
}
