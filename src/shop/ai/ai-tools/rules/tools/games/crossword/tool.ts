import { crossWords } from '#platform/rules/words/word-cross.ts'
import { lettersOf, type Placed } from '#platform/rules/words/word-grid.ts'
import { pairsOf } from '../../../pair-lines.ts'
import { tool, UnfitInput } from '../../../tool.ts'
import { withoutTonos } from '../../../without-tonos.ts'

export const crossword = tool({
  id: 'crossword',
  category: 'games',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'clues', kind: 'lines', least: 2, most: 30, required: true, hint: true },
    { key: 'showWords', kind: 'toggle', preset: false },
  ],
  make({ title, clues, showWords }, { text }) {
    const pairs = pairsOf(clues, 'clues').map(([word, clue]): [string, string] => [withoutTonos(word), clue])
    const placed = apart(pairs.map(([word]) => word))
    if (placed.length < 2) throw new UnfitInput('clues', 'invalid')
    const { open, solved, numbers, entries } = boardOf(pairs, placed)
    const left = pairs.filter((_, at) => !placed.some(({ word }) => word === at))
    const across = entries.filter(({ isDown }) => !isDown)
    const down = entries.filter(({ isDown }) => isDown)
    const list = (of: typeof entries) =>
      of.map(({ number, clue, length }) => `${number}. ${clue} (${length})`)
    return [
      { type: 'heading', text: title || text('crossword.title') },
      { type: 'grid', label: text('crossword.grid'), rows: open, numbers },
      { type: 'heading', level: 3, text: text('crossword.across') },
      { type: 'list', items: list(across) },
      { type: 'heading', level: 3, text: text('crossword.down') },
      { type: 'list', items: list(down) },
      ...(showWords
        ? [
            {
              type: 'para' as const,
              text: entries
                .map(({ word }) => word)
                .toSorted()
                .join(' · '),
            },
          ]
        : []),
      ...(left.length > 0
        ? [
            {
              type: 'para' as const,
              text: text('crossword.left', { words: left.map(([word]) => word).join(', ') }),
            },
          ]
        : []),
      {
        type: 'solution',
        blocks: [{ type: 'grid', label: text('crossword.solved'), rows: solved, numbers }],
      },
    ]
  },
})

/** The board of placed words: empty, filled in, and its clues by number. */
export function boardOf(
  pairs: readonly (readonly [word: string, clue: string])[],
  placed: readonly Placed[],
) {
  const cells = placed.flatMap(({ word, x, y, dx, dy }) =>
    lettersOf(pairs[word]?.[0] ?? '').map((letter, at) => ({ x: x + dx * at, y: y + dy * at, letter })),
  )
  const width = Math.max(...cells.map(({ x }) => x)) + 1
  const height = Math.max(...cells.map(({ y }) => y)) + 1
  const solved = Array.from({ length: height }, () =>
    Array.from({ length: width }, (): string | null => null),
  )
  for (const { x, y, letter } of cells) {
    const row = solved[y]
    if (row) row[x] = letter
  }
  const starts = [...new Set(placed.map(({ x, y }) => y * width + x))].toSorted((a, b) => a - b)
  const numbers = Object.fromEntries(starts.map((at, index) => [String(at), index + 1]))
  const entries = placed
    .map(({ word, x, y, dy }) => ({
      number: numbers[String(y * width + x)] ?? 0,
      isDown: dy === 1,
      word: pairs[word]?.[0] ?? '',
      clue: pairs[word]?.[1] ?? '',
      length: lettersOf(pairs[word]?.[0] ?? '').length,
    }))
    .toSorted((one, other) => one.number - other.number)
  return {
    solved,
    open: solved.map((row) => row.map((cell) => (cell === null ? null : ''))),
    numbers,
    entries,
  }
}

/**
 * Places words; one that lies in the line of another, with its letters going on behind the end, is left out: its clue would fit
 * only a part of what stands there.
 */
export function apart(words: readonly string[]): Placed[] {
  const left = new Set<number>()
  for (;;) {
    const there = [...words.keys()].filter((at) => !left.has(at))
    const placed = crossWords(there.map((at) => words[at] ?? '')).map((each) => ({
      ...each,
      word: there[each.word] ?? 0,
    }))
    const cells = new Set(
      placed.flatMap(({ word, x, y, dx, dy }) =>
        lettersOf(words[word] ?? '').map((_, at) => `${x + dx * at} ${y + dy * at}`),
      ),
    )
    const wrong = placed.find(({ word, x, y, dx, dy }) => {
      const { length } = lettersOf(words[word] ?? '')
      return cells.has(`${x - dx} ${y - dy}`) || cells.has(`${x + dx * length} ${y + dy * length}`)
    })
    if (wrong === undefined) return placed
    left.add(wrong.word)
  }
}
