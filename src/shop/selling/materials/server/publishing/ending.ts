import { extname } from 'node:path'

/** 'pdf' of 'Blatt.PDF'; '' for a name without an ending. */
export function endingOf(name: string): string {
  return extname(name).slice(1).toLowerCase()
}
