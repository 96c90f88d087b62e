import { totalmem } from 'node:os'

/** What the machine has, or the container may use of it. */
function usableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * A sixteenth of the memory, between 256 MB and 1 GB: a million materials are found by reading rows all over a table of
 * 700 MB. Pages that are not used take no memory.
 */
export function bufferMegabytes(bytes = usableBytes()): number {
  return Math.min(1024, Math.max(256, Math.floor(bytes / 16 / 2 ** 20)))
}
