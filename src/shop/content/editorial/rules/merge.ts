import { type LineDifference, lineDifferences } from './line-differences.ts'

/** A place where two versions of a text differ, or lines they share. */
export interface Passage {
  /** Counts the places that differ; undefined: the same in both. */
  place: number | undefined
  theirs: string[]
  mine: string[]
}

/** Two versions side by side: what is the same, and each place that is not. */
export function passagesOf(theirs: string, mine: string): Passage[] {
  const found: Passage[] = []
  let places = 0
  let last: LineDifference['kind'] | undefined
  for (const { kind, text } of lineDifferences(theirs, mine)) {
    const isSame = kind === 'same'
    const before = found.at(-1)
    if (before === undefined || (last === 'same') !== isSame)
      found.push({ place: isSame ? undefined : places++, theirs: [], mine: [] })
    const passage = found.at(-1)
    if (kind !== 'new') passage?.theirs.push(text)
    if (kind !== 'gone') passage?.mine.push(text)
    last = kind
  }
  return found
}

/** The own version with some places of the other: `taken` are their numbers. */
export function mergedText(theirs: string, mine: string, taken: ReadonlySet<number>): string {
  return passagesOf(theirs, mine)
    .flatMap((passage) =>
      passage.place !== undefined && taken.has(passage.place) ? passage.theirs : passage.mine,
    )
    .join('\n')
}
