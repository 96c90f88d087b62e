import { seeded } from '#platform/rules/random.ts'
import {
  hideWords,
  letterSquare,
  lettersOf,
  type Placed,
  type WordDirection,
} from '#platform/rules/words/word-grid.ts'
import { tool, UnfitInput } from '../../../tool.ts'
import { withoutTonos } from '../../../without-tonos.ts'

const directions: Record<string, readonly WordDirection[]> = {
  easy: ['right', 'down'],
  usual: ['right', 'down', 'diagonal'],
  hard: ['right', 'down', 'diagonal', 'rising', 'backwards'],
}

export const wordSearch = tool({
  id: 'word-search',
  category: 'games',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'words', kind: 'lines', least: 2, most: 30, required: true, hint: true },
    { key: 'size', kind: 'number', min: 6, max: 20, preset: 12 },
    { key: 'hidden', kind: 'select', options: ['easy', 'usual', 'hard'], preset: 'usual' },
    { key: 'showWords', kind: 'toggle', preset: true },
  ],
  make({ title, words: typed, size, hidden, showWords }, { random, text }) {
    const words = typed.map(withoutTonos)
    const { square, placed } = squareOf(words, size, directions[hidden] ?? [], String(random()))
    const marks = square.map((row) => row.map((): string | null => null))
    for (const { word, x, y, dx, dy } of placed)
      lettersOf(words[word] ?? '').forEach((letter, at) => {
        const row = marks[y + dy * at]
        if (row) row[x + dx * at] = letter
      })
    return [
      { type: 'heading', text: title || text('wordSearch.title') },
      { type: 'para', text: text('wordSearch.task', { count: words.length }) },
      { type: 'grid', label: text('wordSearch.grid', { size }), rows: square },
      ...(showWords ? [{ type: 'list' as const, items: typed }] : []),
      {
        type: 'solution',
        blocks: [{ type: 'grid', label: text('wordSearch.solved'), rows: marks }],
      },
    ]
  },
})

/**
 * A square in which every word stands exactly once, none by accident: letters that make one more are drawn again.
 * @throws UnfitInput when a word stands in another, is no word, or not all find room
 */
export function squareOf(
  words: readonly string[],
  size: number,
  ways: readonly WordDirection[],
  seed: string,
): { square: string[][]; placed: Placed[] } {
  const letters = words.map((word) => lettersOf(word).join(''))
  if (letters.some((word) => [...word].length < 2)) throw new UnfitInput('words', 'invalid')
  if (letters.some((word) => [...word].length > size)) throw new UnfitInput('size', 'too_short')
  const isInside = letters.some((word, at) =>
    letters.some((other, its) => at !== its && (other.includes(word) || other.includes(reversed(word)))),
  )
  if (isInside) throw new UnfitInput('words', 'invalid')
  for (let tries = 0; tries < 40; tries += 1) {
    const placed = hideWords(words, size, `${seed}:${tries}`, ways)
    if (placed.length < words.length) continue
    for (let fills = 0; fills < 20; fills += 1) {
      const square = letterSquare(words, placed, size, `${seed}:${tries}:${fills}`)
      const fresh = loosened(square, placed, words, `${seed}:${tries}:${fills}`)
      if (letters.every((word) => timesIn(fresh, word) === 1)) return { square: fresh, placed }
    }
  }
  throw new UnfitInput('size', 'too_short')
}

/** Short alphabets make words by accident: half of what fills the square comes from all of their script. */
function loosened(
  square: string[][],
  placed: readonly Placed[],
  words: readonly string[],
  seed: string,
): string[][] {
  const taken = new Set(
    placed.flatMap(({ word, x, y, dx, dy }) =>
      lettersOf(words[word] ?? '').map((_, at) => `${x + dx * at} ${y + dy * at}`),
    ),
  )
  const isGreek = /\p{Script=Greek}/u.test(words.join(''))
  const alphabet = [...(isGreek ? 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ' : 'ABCDEFGHIJKLMNOPRSTUVWZ')]
  const random = seeded(`${seed}:loose`)
  return square.map((row, y) =>
    row.map((letter, x) => {
      if (taken.has(`${x} ${y}`) || random() < 0.5) return letter
      return alphabet[Math.floor(random() * alphabet.length)] ?? letter
    }),
  )
}

const reversed = (word: string) => [...word].reverse().join('')

/** How often a word stands in a square, in all eight ways; what reads the same from behind counts once. */
export function timesIn(square: readonly (readonly string[])[], word: string): number {
  const letters = [...word]
  let times = 0
  for (const dy of [-1, 0, 1])
    for (const dx of [-1, 0, 1]) {
      if (dx === 0 && dy === 0) continue
      square.forEach((row, y) => {
        row.forEach((_, x) => {
          if (letters.every((letter, at) => square[y + dy * at]?.[x + dx * at] === letter)) times += 1
        })
      })
    }
  return reversed(word) === word ? times / 2 : times
}
