/** A step longer than this is a jump: nobody is stopped for what they skipped (s). */
const longestStep = 1.5

/** The first moment a video came to since it was last looked at; undefined: none, or it was moved by hand. */
export function crossed<T extends { at: number }>(
  moments: readonly T[],
  from: number,
  to: number,
  isMoved: boolean,
): T | undefined {
  if (isMoved || to < from || to - from > longestStep) return undefined
  // What stands at the very beginning is met there.
  return moments.find(({ at }) => (at > from || (at === 0 && from === 0)) && at <= to)
}
