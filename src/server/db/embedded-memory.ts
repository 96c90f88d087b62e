import { totalmem } from 'node:os'

/**
 * A sixteenth of the memory, between 256 MB and 1 GB: a million materials are found by reading rows all over a table of
 * 700 MB. Pages that are not used take no memory.
 */
export function bufferMegabytes(machineBytes = totalmem()): number {
  return Math.min(1024, Math.max(256, Math.floor(machineBytes / 16 / 2 ** 20)))
}
