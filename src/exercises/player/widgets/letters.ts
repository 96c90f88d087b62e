import type { Cell } from '#exercises/model/text/grid-cells.ts'

/** The cells of the straight line between two, both of them with it; undefined: they are on none. */
export function lineOf(from: Cell, to: Cell): Cell[] | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const steps = Math.max(Math.abs(dx), Math.abs(dy))
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return undefined
  const [sx, sy] = [Math.sign(dx), Math.sign(dy)]
  return Array.from({ length: steps + 1 }, (_, at) => ({ x: from.x + sx * at, y: from.y + sy * at }))
}

/** A word as it stands in cells. */
export function letters(word: string): string[] {
  return [
    ...word
      .normalize('NFC')
      .replace(/ß/g, 'ẞ')
      .toLocaleUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
}

/** The cell an arrow leads to, within the square. */
export function arrowed(key: string, { x, y }: Cell, width: number, height: number): Cell | undefined {
  const ways: Record<string, [number, number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  }
  const way = ways[key]
  if (!way) return undefined
  return {
    x: Math.min(width - 1, Math.max(0, x + way[0])),
    y: Math.min(height - 1, Math.max(0, y + way[1])),
  }
}

/** The cells of a word of a crossword: from its number on, across or down, while there are cells. */
export function wordCells(
  rows: readonly (readonly (string | undefined)[])[],
  numbers: Readonly<Record<string, number>>,
  { number, isAcross, length }: { number: number; isAcross: boolean; length: number },
): Cell[] {
  const start = Object.entries(numbers).find(([, each]) => each === number)?.[0]
  if (start === undefined) return []
  const [x = 0, y = 0] = start.split(' ').map(Number)
  return Array.from({ length }, (_, at) => (isAcross ? { x: x + at, y } : { x, y: y + at })).filter(
    // What came as JSON has null where nothing is.
    (cell) => typeof rows[cell.y]?.[cell.x] === 'string',
  )
}
