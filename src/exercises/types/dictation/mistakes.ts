/**
 * The fewest mistakes that make one list of words of the other: a slip of one sign is half a mistake, every other wrong, missing
 * or added word a whole one. So many as there are words in `meant`, or more: as many as there are.
 */
export function mistakes(said: readonly string[], meant: readonly string[]): number {
  const most = meant.length
  const { from, saidTo, meantTo } = unlike(said, meant)
  const [rows, columns] = [saidTo - from, meantTo - from]
  if (Math.abs(rows - columns) >= most) return most
  if (rows === 0 || columns === 0) return rows + columns
  return Math.min(most, halves(said.slice(from, saidTo), meant.slice(from, meantTo), 2 * most) / 2)
}

/** What is left without the words both begin and end with: they are worth nowhere more than there. */
function unlike(said: readonly string[], meant: readonly string[]) {
  let from = 0
  let [saidTo, meantTo] = [said.length, meant.length]
  while (from < saidTo && from < meantTo && said[from] === meant[from]) from += 1
  while (saidTo > from && meantTo > from && said[saidTo - 1] === meant[meantTo - 1]) {
    saidTo -= 1
    meantTo -= 1
  }
  return { from, saidTo, meantTo }
}

/**
 * Half mistakes, up to `most`. Who is so many words ahead or behind has as many left out or added, and has to come back to the
 * end: only cells from which that is less than `most` are looked at.
 */
function halves(said: readonly string[], meant: readonly string[], most: number): number {
  const longer = meant.length - said.length
  const spare = Math.max(0, Math.floor((most / 2 - Math.abs(longer)) / 2))
  const [behind, ahead] = [Math.min(0, longer) - spare, Math.max(0, longer) + spare]
  let [row, next] = [new Int32Array(meant.length + 1).fill(most), new Int32Array(meant.length + 1)]
  for (let to = 0; to <= Math.min(meant.length, ahead); to += 1) row[to] = 2 * to
  for (const [at, word] of said.entries()) {
    const [first, last] = [Math.max(1, at + 1 + behind), Math.min(meant.length, at + 1 + ahead)]
    next.fill(most)
    if (at + 1 + behind <= 0) next[0] = 2 * (at + 1)
    let left = next[first - 1] ?? most
    let corner = row[first - 1] ?? most
    for (let to = first; to <= last; to += 1) {
      const above = row[to] ?? most
      let best = Math.min(above, left) + 2
      // A word in the place of another costs at most two: it is looked at only where that is worth it.
      if (corner < best) best = Math.min(best, corner + costOf(word, meant[to - 1] ?? ''))
      next[to] = best
      left = best
      corner = above
    }
    ;[row, next] = [next, row]
  }
  return row[meant.length] ?? most
}

function costOf(said: string, meant: string): number {
  if (said === meant) return 0
  return isSlip(said, meant) ? 1 : 2
}

/** A letter too many, too few, another one, or two in the wrong order, in a word of more than three. */
function isSlip(said: string, meant: string): boolean {
  const longer = said.length - meant.length
  if (meant.length <= 3 || longer > 1 || longer < -1) return false
  let from = 0
  while (said.charCodeAt(from) === meant.charCodeAt(from)) from += 1
  let [saidTo, meantTo] = [said.length, meant.length]
  while (saidTo > from && meantTo > from && said.charCodeAt(saidTo - 1) === meant.charCodeAt(meantTo - 1)) {
    saidTo -= 1
    meantTo -= 1
  }
  const [one, other] = [saidTo - from, meantTo - from]
  if (one <= 1 && other <= 1) return true
  return one === 2 && other === 2 && said[from] === meant[from + 1] && said[from + 1] === meant[from]
}
