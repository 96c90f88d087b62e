/** Slips between two words, every cell of the table: a letter too many, too few, another one, or two in the wrong order. */
export function distance(a: string, b: string): number {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const cell = (row: number, column: number) => table[row * width + column] ?? 0
  for (let row = 0; row <= a.length; row += 1) table[row * width] = row
  for (let column = 0; column <= b.length; column += 1) table[column] = column
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let best = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) best = Math.min(best, cell(row - 2, column - 2) + 1)
      table[row * width + column] = best
    }
  }
  return cell(a.length, b.length)
}
