import { type Random, seeded, shuffled } from '../../src/platform/rules/random.ts'
import {
  lettersOf,
  type Placed,
  usualDirections,
  type WordDirection,
} from '../../src/platform/rules/words/word-grid.ts'

/*
 * Squares and crosswords as they were first laid out, cell by cell: stored answers name their cells, so every later way of laying
 * them out finds the same.
 */

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

/** Hides words in a square: the same words, size and seed make the same square. What finds no room is left out. */
export function hideWords(
  words: readonly string[],
  size: number,
  seed: string,
  directions: readonly WordDirection[] = usualDirections,
): Placed[] {
  const random = seeded(seed)
  const ways = waysOf(directions)
  const taken = new Map<number, string>()
  const byLength = words
    .map((text, word) => ({ word, letters: lettersOf(text) }))
    .sort((a, b) => b.letters.length - a.letters.length)
  return byLength.flatMap(({ word, letters }) => {
    if (letters.length < 2 || letters.length > size) return []
    for (const [dx, dy] of shuffled(ways, random)) {
      const found = placeFor(letters, { dx, dy, size, taken, random })
      if (found === undefined) continue
      for (const [at, letter] of letters.entries())
        taken.set((found.y + dy * at) * size + found.x + dx * at, letter)
      return [{ word, ...found, dx, dy }]
    }
    return []
  })
}

function placeFor(
  letters: readonly string[],
  {
    dx,
    dy,
    size,
    taken,
    random,
  }: { dx: number; dy: number; size: number; taken: Map<number, string>; random: Random },
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
    const fits = letters.every((letter, index) => {
      const there = taken.get((y + dy * index) * size + x + dx * index)
      return there === undefined || there === letter
    })
    if (fits) return { x, y }
  }
  return undefined
}

/** Words across and down, each but the first crossing another; what crosses nothing is left out. */
export function crossWords(words: readonly string[]): Placed[] {
  const order = words
    .map((text, word) => ({ word, letters: lettersOf(text) }))
    .sort((a, b) => b.letters.length - a.letters.length)
  const cells = new Map<string, string>()
  const placed: Placed[] = []
  const put = (letters: readonly string[], found: Placed) => {
    for (const [at, letter] of letters.entries())
      cells.set(`${found.x + found.dx * at} ${found.y + found.dy * at}`, letter)
    placed.push(found)
  }
  let waiting = order.filter(({ letters }) => letters.length > 1)
  const first = waiting.shift()
  if (!first) return []
  put(first.letters, { word: first.word, x: 0, y: 0, dx: 1, dy: 0 })
  for (let isChanged = true; isChanged; ) {
    const before = waiting.length
    waiting = waiting.filter(({ word, letters }) => {
      const found = crossing(letters, cells)
      if (found) put(letters, { word, ...found })
      return found === undefined
    })
    isChanged = waiting.length < before
  }
  const [left, top] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))]
  return placed.map((each) => ({ ...each, x: each.x - left, y: each.y - top }))
}

function crossing(
  letters: readonly string[],
  cells: ReadonlyMap<string, string>,
): Omit<Placed, 'word'> | undefined {
  for (const [cell, there] of cells) {
    const [cx = 0, cy = 0] = cell.split(' ').map(Number)
    for (const [index, letter] of letters.entries()) {
      if (letter !== there) continue
      for (const [dx, dy] of [[1, 0] as const, [0, 1] as const]) {
        const found = { x: cx - dx * index, y: cy - dy * index, dx, dy }
        if (isFree(letters, found, cells)) return found
      }
    }
  }
  return undefined
}

/** Cells are empty or hold the same letter, nothing touches the word but what it crosses. */
function isFree(
  letters: readonly string[],
  { x, y, dx, dy }: Omit<Placed, 'word'>,
  cells: ReadonlyMap<string, string>,
): boolean {
  const at = (cx: number, cy: number) => cells.get(`${cx} ${cy}`)
  if (at(x - dx, y - dy) || at(x + dx * letters.length, y + dy * letters.length)) return false
  return letters.every((letter, index) => {
    const [cx, cy] = [x + dx * index, y + dy * index]
    const there = at(cx, cy)
    if (there !== undefined) return there === letter
    return at(cx + dy, cy + dx) === undefined && at(cx - dy, cy - dx) === undefined
  })
}
