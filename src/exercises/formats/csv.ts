import { readCsv } from '#platform/rules/files/csv.ts'

/** More rows are counted, not read. */
export const mostRows = 5000

/** What was read of a table, and how many rows it goes on for. */
export interface Table {
  rows: string[][]
  more: number
}

/** The rows of a table of questions or cards. */
export function readTable(source: string): Table {
  const rows: string[][] = []
  let more = 0
  for (const { cells } of readCsv(source.replace(/\r\n?/g, '\n'))) {
    if (rows.length < mostRows) rows.push(cells)
    else more += 1
  }
  return { rows, more }
}

/** A row as text. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map((cell) =>
      /[",;\t\n\r]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(',')
}
