import { readClock, toThousandths, writeClock } from '#exercises/model/task/clock.ts'
import { idAt } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'

/** No video is longer. */
export const longestSeconds = 6 * 3600

interface MomentOption {
  id: string
  text: string
  isRight: boolean
}

/** Where a video stops: a question, or with no options something to read. */
export interface Moment {
  id: string
  /** Seconds from the beginning. */
  at: number
  text: string
  options: MomentOption[]
  /** The second the video goes back to after a wrong answer. */
  gotoOnWrong?: number | undefined
  /** The second it goes on at after a right one; else it goes on. */
  gotoOnRight?: number | undefined
}

/** A moment before it has its place. */
export interface LooseMoment extends Omit<Moment, 'id' | 'options'> {
  options: Omit<MomentOption, 'id'>[]
}

/** What a moment asks for: something to pick, to type (every answer is right), or nothing. */
export function askedBy({ options }: Pick<Moment, 'options'>): 'one' | 'several' | 'typed' | 'nothing' {
  if (options.length === 0) return 'nothing'
  const rights = options.filter(({ isRight }) => isRight).length
  if (rights === options.length) return 'typed'
  return rights === 1 ? 'one' : 'several'
}

/**
 * `0:15 | Question? | 0:05 | 0:30` begins a moment, with where a wrong and a right answer lead, if anywhere; the lines below it
 * are its answers, the right ones with `*`.
 */
const begins = /^\s*\d[\d:.,]*\s*\|/

/** The questions of a film as typed: a line that begins with a time is a question, those below it its answers. */
export function readMoments(typed: string): Moment[] {
  const moments: LooseMoment[] = []
  for (const line of typed.split('\n')) {
    const [read] = readLines(line)
    if (!read) continue
    const at = begins.test(line) ? readClock(read.parts[0] ?? '') : undefined
    if (at !== undefined) {
      const [, text = '', wrong, right] = read.parts
      moments.push({ at: toThousandths(at), text, options: [], ...leading(wrong, right) })
    } else {
      const options = moments.at(-1)?.options
      options?.push({ text: read.parts[0] ?? '', isRight: read.isMarked })
    }
  }
  return inOrder(moments)
}

function leading(wrong = '', right = ''): Pick<Moment, 'gotoOnWrong' | 'gotoOnRight'> {
  const [gotoOnWrong, gotoOnRight] = [wrong, right].map((clock) => {
    const at = readClock(clock)
    return at === undefined ? undefined : toThousandths(at)
  })
  return {
    ...(gotoOnWrong !== undefined && { gotoOnWrong }),
    ...(gotoOnRight !== undefined && { gotoOnRight }),
  }
}

/** In the order in which they come, named by it; no answer of one has the name of another's. */
export function inOrder(moments: readonly LooseMoment[]): Moment[] {
  return [...moments]
    .sort((one, other) => one.at - other.at)
    .map(({ options, ...moment }, place) => {
      const id = idAt(place)
      return {
        id,
        ...moment,
        options: options.map((each, number) => ({ id: `${id}x${number + 1}`, ...each })),
      }
    })
}

/** The same the other way. */
export function writeMoments(moments: readonly Moment[]): string {
  return moments
    .flatMap(({ at, text, options, gotoOnWrong, gotoOnRight }) => [
      writeLine([writeClock(at), text, clockOf(gotoOnWrong), clockOf(gotoOnRight)]),
      ...options.map((option) => writeLine([option.text], option.isRight)),
    ])
    .join('\n')
}

function clockOf(at: number | undefined): string {
  return at === undefined ? '' : writeClock(at)
}
