/** Reads some bytes at a place; fewer at the end. */
export type Read = (at: number, length: number) => Buffer

/** Other bytes of the same length at a place; a number is that many zeros. */
export interface Patch {
  at: number
  bytes: Buffer | number
}

/** How a recording loses its tags. */
export interface Plan {
  patches: Patch[]
  /** What is left of the file. */
  from: number
  to: number
}

export interface Range {
  from: number
  to: number
}

/** Parts of one recording; more are made to keep programs busy. */
export const mostParts = 100_000
export const mostRead = 16 * 1024 * 1024

/** Zeros where there are others: room that programs leave free often has what stood there before. */
export function blank(read: Read, from: number, to: number): Patch[] {
  for (let at = from; at < to; at += mostRead)
    if (read(at, Math.min(mostRead, to - at)).some((byte) => byte !== 0))
      return [{ at: from, bytes: to - from }]
  return []
}
