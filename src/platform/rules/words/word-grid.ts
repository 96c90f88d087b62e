import { type Random, seeded, shuffled } from '../random.ts'
import { composed } from '../text/clean-text.ts'

/** Where a word stands: its first cell and the way it runs. */
export interface Placed {
  word: number
  x: number
  y: number
  dx: number
  dy: number
}

/** The ways words may run in a square; `backwards`: each of them from its other end, too. */
export const wordDirections = ['right', 'down', 'diagonal', 'rising', 'backwards'] as const
export type WordDirection = (typeof wordDirections)[number]
/** Those of a square nobody chose any for. */
export const usualDirections: readonly WordDirection[] = ['right', 'down', 'diagonal']

const steps: readonly (readonly [WordDirection, number, number])[] = [
  ['right', 1, 0],
  ['down', 0, 1],
  ['diagonal', 1, 1],
  ['rising', 1, -1],
]

/** In one order, whatever the order they were chosen in: the same choice makes the same square. */
function waysOf(directions: readonly WordDirection[]): (readonly [number, number])[] {
  const ways = steps.flatMap(([name, dx, dy]) => (directions.includes(name) ? [[dx, dy] as const] : []))
  if (!directions.includes('backwards')) return ways
  return [...ways, ...ways.map(([dx, dy]) => [0 - dx, 0 - dy] as const)]
}

/** Capital letters of a word without blanks and signs, as they stand in cells. */
export function lettersOf(word: string): string[] {
  return [
    ...composed(word.replace(/ß/g, 'ẞ'))
      .toLocaleUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
}

/** Hides words in a square: the same words, size and seed make the same square. What finds no room is left out. */
export function hideWords(
  words: readonly string[],
  size: number,
  seed: string,
  directions: readonly WordDirection[] = usualDirections,
): Placed[] {
  const random = seeded(seed)
  const ways = waysOf(directions)
  // The numbers of the letters that stand there; 0: none does.
  const taken = new Uint16Array(size * size)
  return numberedLetters(words).flatMap(({ word, letters }) => {
    if (letters.length < 2 || letters.length > size) return []
    for (const [dx, dy] of shuffled(ways, random)) {
      const found = placeFor(letters, { dx, dy, size, taken, random })
      if (found === undefined) continue
      for (const [at, letter] of letters.entries())
        taken[(found.y + dy * at) * size + found.x + dx * at] = letter
      return [{ word, ...found, dx, dy }]
    }
    return []
  })
}

/** Words as numbers that are the same for the same letters, from 1 on; the longest first. */
export function numberedLetters(words: readonly string[]): { word: number; letters: Uint16Array }[] {
  const numbers = new Map<string, number>()
  const numberOf = (letter: string) => {
    const number = numbers.get(letter) ?? numbers.size + 1
    numbers.set(letter, number)
    return number
  }
  return words
    .map((text, word) => ({ word, letters: Uint16Array.from(lettersOf(text), numberOf) }))
    .sort((a, b) => b.letters.length - a.letters.length)
}

function placeFor(
  letters: Uint16Array,
  {
    dx,
    dy,
    size,
    taken,
    random,
  }: { dx: number; dy: number; size: number; taken: Uint16Array; random: Random },
): { x: number; y: number } | undefined {
  const [width, height] = [dx, dy].map((step) => size - Math.abs(step) * (letters.length - 1)) as [
    number,
    number,
  ]
  const [left, top] = [dx, dy].map((step) => (step < 0 ? letters.length - 1 : 0)) as [number, number]
  const start = Math.floor(random() * width * height)
  for (let step = 0; step < width * height; step += 1) {
    const at = (start + step) % (width * height)
    const [x, y] = [left + (at % width), top + Math.floor(at / width)]
    let index = 0
    for (let cell = y * size + x; index < letters.length; cell += dy * size + dx) {
      if (taken[cell] !== 0 && taken[cell] !== letters[index]) break
      index += 1
    }
    if (index === letters.length) return { x, y }
  }
  return undefined
}

/** The letters of a square with hidden words; letters of the words themselves fill what is free. */
export function letterSquare(
  words: readonly string[],
  placed: readonly Placed[],
  size: number,
  seed: string,
): string[][] {
  const random = seeded(`${seed}:fill`)
  const all = words.flatMap(lettersOf)
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ''))
  for (const { word, x, y, dx, dy } of placed)
    lettersOf(words[word] ?? '').forEach((letter, at) => {
      const row = rows[y + dy * at]
      if (row) row[x + dx * at] = letter
    })
  return rows.map((row) => row.map((cell) => cell || (all[Math.floor(random() * all.length)] ?? 'A')))
}
