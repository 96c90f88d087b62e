import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { seeded, shuffled } from '#platform/rules/random.ts'
import type { DraftElement } from './draft.ts'

export type Pair = readonly [string, string]

/** A list somebody wrote once and may play as several games. */
export type Table =
  | { kind: 'pairs'; pairs: readonly Pair[] }
  | { kind: 'groups'; items: readonly Pair[] }
  | { kind: 'choice'; right: readonly string[] }

/** Makes a task of the game with these fields; with the words of the task before unless it has its own. */
type Make = (f: Record<string, string>, prompt?: string) => DraftElement

/** What a type has to do with such lists (`<type>/game.ts`). */
export interface Game {
  /** Where it stands among the games a list may become. */
  place: number
  /** The list that a task of the type holds. */
  read?: (element: DraftElement) => Table | undefined
  /** A list of each kind as a task of the type, or as several. */
  play: {
    [Kind in Table['kind']]?: (
      table: Extract<Table, { kind: Kind }>,
      make: Make,
      prompt: string,
    ) => DraftElement[]
  }
}

/** The first two parts of each line that has both. */
export function pairsIn(text = ''): Pair[] {
  return readLines(text)
    .map(({ parts: [a = '', b = ''] }) => [a, b] as const)
    .filter(([a, b]) => a !== '' && b !== '')
}

/** Two pairs at least, as a list to play with. */
export function tableOfPairs(pairs: readonly Pair[]): Table | undefined {
  return pairs.length > 1 ? { kind: 'pairs', pairs } : undefined
}

/** Pairs as lines of a field. */
export function linesOfPairs(pairs: readonly Pair[]): string {
  return pairs.map(([a, b]) => writeLine([a, b])).join('\n')
}

const mostOptions = 4

/** A question for each thing; what is wrong is what belongs to the others. */
export function quizOf(list: readonly Pair[], make: Make): DraftElement[] {
  const answers = [...new Set(list.map(([, b]) => b))]
  if (answers.length < 2) return []
  return list.map(([a, b]) => {
    const others = shuffled(
      answers.filter((answer) => answer !== b),
      seeded(a),
    ).slice(0, mostOptions - 1)
    const options = [writeLine([b], true), ...others.map((answer) => writeLine([answer]))].join('\n')
    return make({ options, policy: 'net' }, a)
  })
}
