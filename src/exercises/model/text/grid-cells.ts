/** A cell of a square of letters, from 0 on. */
export interface Cell {
  x: number
  y: number
}

/** A cell as pupils write it down: its row and its column, from 1 on. */
export function writeCell({ x, y }: Cell): string {
  return `${y + 1}, ${x + 1}`
}

/** The cell of a row and a column, whatever stands around and between them; undefined: there are not two numbers. */
export function readCell(written: string): Cell | undefined {
  const [, row, column] = /^\D*(\d{1,3})\D+(\d{1,3})\D*$/.exec(written.slice(0, 60)) ?? []
  return row === undefined ? undefined : { x: Number(column) - 1, y: Number(row) - 1 }
}

const ways = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })))

/** The cells of a word that begins in a cell and runs straight, any way; undefined: it does not stand there. */
export function wordFrom(
  rows: readonly (readonly (string | undefined)[])[],
  { x, y }: Cell,
  letters: readonly string[],
): Cell[] | undefined {
  const way = ways.find(
    ({ dx, dy }) =>
      (dx !== 0 || dy !== 0) &&
      letters.every((letter, step) => rows[y + dy * step]?.[x + dx * step] === letter),
  )
  return way && letters.map((_letter, step) => ({ x: x + way.dx * step, y: y + way.dy * step }))
}
