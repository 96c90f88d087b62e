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

/** The same of two texts that begin and end in different letters. */
function isNear(one: string, other: string, slips: number): boolean {
  const far = slips + 1
  const width = 2 * slips + 1
  // A cell of a row is as far from the diagonal as it is from the middle.
  let [before, last, now] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)]
  for (let cell = 0; cell < width; cell += 1) last[cell] = cell < slips ? far : cell - slips
  for (let row = 1; row <= one.length; row += 1) {
    let least = far
    for (let cell = 0; cell < width; cell += 1) {
      const at = row + cell - slips
      if (at < 0 || at > other.length) {
        now[cell] = far
        continue
      }
      const code = one.charCodeAt(row - 1)
      let best = at > 0 ? (last[cell] ?? far) + (code === other.charCodeAt(at - 1) ? 0 : 1) : far
      best = Math.min(best, (last[cell + 1] ?? far) + 1, (now[cell - 1] ?? far) + 1)
      if (
        row > 1 &&
        at > 1 &&
        code === other.charCodeAt(at - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(at - 1)
      )
        best = Math.min(best, (before[cell] ?? far) + 1)
      now[cell] = best
      least = Math.min(least, best)
    }
    if (least > slips) return false
    ;[before, last, now] = [last, now, before]
  }
  return (last[other.length - one.length + slips] ?? far) <= slips
}
