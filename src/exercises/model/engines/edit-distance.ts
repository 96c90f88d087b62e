/**
 * Whether two texts are at most so many slips apart: a letter too many, too few, another one, or two in the wrong order
 * (Damerau and Levenshtein). Only what is near enough to the diagonal is looked at: as many cells as the text has letters.
 */
export function isWithin(one: string, other: string, slips: number): boolean {
  if (Math.abs(one.length - other.length) > slips) return false
  let from = 0
  while (from < one.length && one.charCodeAt(from) === other.charCodeAt(from)) from += 1
  let [oneTo, otherTo] = [one.length, other.length]
  while (oneTo > from && otherTo > from && one.charCodeAt(oneTo - 1) === other.charCodeAt(otherTo - 1)) {
    oneTo -= 1
    otherTo -= 1
  }
  // Where nothing is left of one, the rest of the other is too many; each slip mends no more than two letters.
  if (oneTo === from || otherTo === from) return true
  if (slips === 0) return false
  return isNear(one.slice(from, oneTo), other.slice(from, otherTo), slips)
}

/**
 * The same of two texts that begin and end in different letters. A letter left out on the way is added again, or the other way
 * round: who is further from the diagonal than that allows made too many slips already.
 */
function isNear(one: string, other: string, slips: number): boolean {
  const far = slips + 1
  const longer = other.length - one.length
  const spare = (slips - Math.abs(longer)) >> 1
  const lowest = Math.min(0, longer) - spare
  const width = Math.abs(longer) + 2 * spare + 1
  // The cells of a row that are near enough, from the lowest on; behind them one that is too far.
  let before = new Int32Array(width + 1).fill(far)
  let last = new Int32Array(width + 1).fill(far)
  let now = new Int32Array(width + 1).fill(far)
  for (let cell = 0; cell < width; cell += 1) last[cell] = cell + lowest < 0 ? far : cell + lowest
  for (let row = 1; row <= one.length; row += 1) {
    const code = one.charCodeAt(row - 1)
    const previous = one.charCodeAt(row - 2)
    let least = far
    let left = far
    for (let cell = 0; cell < width; cell += 1) {
      const at = row + cell + lowest
      let best = far
      if (at >= 0 && at <= other.length) {
        const isSame = code === other.charCodeAt(at - 1)
        best = Math.min((last[cell] ?? far) + (isSame ? 0 : 1), (last[cell + 1] ?? far) + 1, left + 1)
        if (!isSame && code === other.charCodeAt(at - 2) && previous === other.charCodeAt(at - 1))
          best = Math.min(best, (before[cell] ?? far) + 1)
      }
      now[cell] = best
      left = best
      if (best < least) least = best
    }
    if (least > slips) return false
    ;[before, last, now] = [last, now, before]
  }
  return (last[longer - lowest] ?? far) <= slips
}
