import { type Game, type Pair, tableOfPairs } from '#exercises/editor/state/games.ts'

export const game: Game = {
  place: 40,
  read: ({ f }) => tableOfPairs(gapPairs(f.gapText ?? '', f.distractors ?? '')),
  play: {
    pairs: ({ pairs }, make) => [
      make({ gapText: pairs.map(([a, b]) => `${marked(b)}: *${marked(a)}*`).join('\n') }),
    ],
  },
}

/** Pairs that were made a text with gaps, `b: *a*` in each line; any other text is no list. */
function gapPairs(text: string, distractors: string): Pair[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => /^((?:[^*\\]|\\.)+): \*((?:[^*:/\\]|\\.)+)\*$/.exec(line.trim()))
  if (distractors.trim() !== '' || read.some((found) => !found)) return []
  const plainly = (marks = '') => marks.replace(/\\(.)/g, '$1')
  return read.map((found) => [plainly(found?.[2]), plainly(found?.[1])] as const)
}

/** Signs that mean something between asterisks. */
function marked(text: string): string {
  return text.replace(/[\\*/:]/g, (sign) => `\\${sign}`)
}
