import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { readClock, toThousandths, writeClock } from '../task/clock.ts'
import { readLines, writeLine } from '../text/lines.ts'
import type { Caption } from './caption-times.ts'

/**
 * Captions of what was typed or pasted: lines `0:05 | Text`, or the blocks of a WebVTT or SRT file. Lines that are neither are
 * left out.
 */
export function readCaptions(typed: string): Caption[] {
  const found = typed.includes('-->') ? readBlocks(typed) : readTyped(typed)
  return found
    .filter(({ text }) => text !== '')
    .map(({ at, text }) => ({
      at: toThousandths(at),
      text: truncate(text, interactiveLimits.lineLength).trim(),
    }))
    .sort((one, other) => one.at - other.at)
}

function readTyped(typed: string): Caption[] {
  return readLines(typed).flatMap(({ isMarked, parts: [clock = '', text = ''] }) => {
    const at = readClock(clock)
    return at === undefined || isMarked ? [] : [{ at, text }]
  })
}

/** Blocks end with an empty line; above the line of times stands at most a number. */
function readBlocks(typed: string): Caption[] {
  return typed
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const place = lines.findIndex((line) => line.includes('-->'))
      const at = readClock(lines[place]?.split('-->')[0] ?? '')
      const text = lines
        .slice(place + 1)
        .join(' ')
        .replace(/<[^<>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
      return place < 0 || at === undefined ? [] : [{ at, text }]
    })
}

/** Captions as their editor shows them, a line each; `readCaptions` reads it back. */
export function writeCaptions(captions: readonly Caption[]): string {
  return captions.map(({ at, text }) => writeLine([writeClock(at), text])).join('\n')
}
