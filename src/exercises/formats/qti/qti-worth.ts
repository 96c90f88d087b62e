import { pairsOf } from './qti-pairs.ts'
import type { QtiResponse } from './qti-rules.ts'

/** What every right part of an answer is worth in a file, and whether a wrong one takes as much away. */
interface Even {
  costs: boolean
}

/**
 * Whether a file counts the parts of its right answer as they are counted here: each for itself, all the same, never less than
 * nothing. Undefined: it counts otherwise, all or nothing or one part more than another.
 */
function evenWorth(right: readonly string[], response: QtiResponse): Even | undefined {
  const [one = 0] = right.map((part) => response.mapped.get(part) ?? 0)
  const others = [...response.mapped].flatMap(([part, value]) => (right.includes(part) ? [] : [value]))
  const [cost = 0, ...more] = new Set([...others, response.otherwise])
  const isEven = one > 0 && more.length === 0 && right.every((part) => response.mapped.get(part) === one)
  const isWhole = response.most === undefined || response.most > one * right.length - 1e-6
  return isEven && isWhole && (cost === 0 || cost === -one) ? { costs: cost < 0 } : undefined
}

/** Of these every answer has parts, and a wrong one costs as their data says. */
const mayCost = new Set(['gap_drag', 'label_image'])
/** Of these no wrong answer costs anything. */
const neverCosts = new Set(['match', 'categorize', 'true_false'])

/** What is read of a question, with what wrong answers cost in its file; `isExact`: an answer is worth here what it is worth there. */
export function withWorth(
  { type, data }: { type: string; data: unknown },
  response: QtiResponse,
  isMapped: boolean,
): { data: unknown; isExact: boolean } {
  const isPicked = type === 'mark_words' || type === 'hotspot'
  const isUsual = !isPicked && !mayCost.has(type) && !neverCosts.has(type)
  const pairs = pairsOf(response)
  const right = isPicked ? response.correct : pairs.map(([a, b]) => `${a} ${b}`)
  if (isUsual || response.areas.length > 0 || (!isMapped && right.length < 2)) return { data, isExact: true }
  const even = isMapped ? evenWorth(right, response) : undefined
  if (mayCost.has(type)) {
    const hasPenalty = even?.costs ?? false
    return { data: { ...(data as object), hasPenalty }, isExact: even !== undefined }
  }
  const hasSeveral = pairs.length > new Set(pairs.map(([a]) => a)).size
  const costs = isPicked || (type === 'match' && hasSeveral)
  return { data, isExact: even?.costs === costs || (isPicked && !response.isMany && even !== undefined) }
}

/** What is wholly right there: all that is worth something, or as much of it as counts. */
export function everythingOf(
  worth: readonly number[],
  { most = Number.POSITIVE_INFINITY }: QtiResponse,
): number {
  const sum = worth.reduce((all, value) => all + Math.max(0, value), 0)
  const everything = Math.min(sum, most > 0 ? most : sum)
  return everything > 0 ? everything : Math.max(1e-9, ...worth.map(Math.abs))
}
