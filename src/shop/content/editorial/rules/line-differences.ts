export interface LineDifference {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Lines that are compared each with each; beyond, all that differs is gone and new. */
const mostPairs = 4_000_000

/** What became of the lines of a text: those that are the same, gone and new, in the order of reading (longest common run). */
export function lineDifferences(before: string, after: string): LineDifference[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++
  let end = 0
  const rest = Math.min(old.length, fresh.length) - start
  while (end < rest && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const same = (lines: string[]) => lines.map((text) => ({ kind: 'same' as const, text }))
  return [
    ...same(old.slice(0, start)),
    ...between(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(old.slice(old.length - end)),
  ]
}

function between(old: string[], fresh: string[]): LineDifference[] {
  const gone = (lines: string[]) => lines.map((text) => ({ kind: 'gone' as const, text }))
  const added = (lines: string[]) => lines.map((text) => ({ kind: 'new' as const, text }))
  if (old.length * fresh.length > mostPairs) return [...gone(old), ...added(fresh)]
  const lengths = commonLengths(old, fresh)
  const width = fresh.length + 1
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0
  const found: LineDifference[] = []
  let [one, other] = [0, 0]
  while (one < old.length && other < fresh.length) {
    const text = old[one] ?? ''
    if (text === fresh[other]) {
      found.push({ kind: 'same', text })
      one++
      other++
    } else if (at(one + 1, other) >= at(one, other + 1)) found.push({ kind: 'gone', text: old[one++] ?? '' })
    else found.push({ kind: 'new', text: fresh[other++] ?? '' })
  }
  return [...found, ...gone(old.slice(one)), ...added(fresh.slice(other))]
}

/** How many lines both have in common from a place in each on. */
function commonLengths(old: string[], fresh: string[]): Uint32Array {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let one = old.length - 1; one >= 0; one--)
    for (let other = fresh.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        old[one] === fresh[other]
          ? (lengths[(one + 1) * width + other + 1] ?? 0) + 1
          : Math.max(lengths[(one + 1) * width + other] ?? 0, lengths[one * width + other + 1] ?? 0)
  return lengths
}
