import { mostParts, type Plan, type Read } from './plan.ts'

/** Objects of ASF (Windows Media; 3.2 to 3.12) by the first bytes of their names; all of these say who made it. */
const objects = {
  header: '3026b2758e66cf11',
  extension: 'b503bf5f2ea9cf11',
  padding: '74d40618dfca0945a4ba9aabcb96aae8',
}
/** Title, author and remarks; the same with names of its own; metadata; library; language and branding. */
const said: ReadonlySet<string> = new Set([
  ...['3326b2758e66cf11', '40a4d0d207e3d211', 'eacbf8c5af5b7748', '941c23449894d149', 'fab3112223bdd211'],
])
const headBytes = 24

/** Windows Media: what is taken out becomes padding. @throws RangeError where its objects do not end */
export function ofAsf(read: Read, plan: Plan): void {
  const size = sizeAt(read, 0)
  ofObjects(read, plan, { from: headBytes + 6, to: Math.min(plan.to, size) })
}

function ofObjects(read: Read, { patches, ...rest }: Plan, { from, to }: { from: number; to: number }): void {
  for (let at = from, count = 0; at + headBytes <= to && count < mostParts; count += 1) {
    const name = read(at, 8).toString('hex')
    const size = sizeAt(read, at)
    if (size < headBytes || at + size > to) throw new RangeError('no object')
    if (said.has(name))
      patches.push(
        { at, bytes: Buffer.from(objects.padding, 'hex') },
        { at: at + headBytes, bytes: size - headBytes },
      )
    else if (name === objects.extension)
      ofObjects(read, { patches, ...rest }, { from: at + headBytes + 22, to: at + size })
    at += size
  }
}

function sizeAt(read: Read, at: number): number {
  return Number(read(at + 16, 8).readBigUInt64LE(0))
}
