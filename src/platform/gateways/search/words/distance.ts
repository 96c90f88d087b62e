/**
 * Typing errors between two words: letters missing, added, replaced, or two neighbours swapped, each pair of letters
 * swapped at most once (optimal string alignment). Stops at `limit`: anything farther is `limit + 1`.
 */
export function typingErrors(typed: string, meant: string, limit: number): number {
  if (Math.abs(typed.length - meant.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1]
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(at(last, meant.length), limit + 1)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

/** The edit distance allowed for a word of this length. */
export function allowedErrors(letters: number): number {
  if (letters < 4) return 0
  if (letters < 6) return 1
  return letters < 11 ? 2 : 3
}
