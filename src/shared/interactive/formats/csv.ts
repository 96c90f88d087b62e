import { csvRows } from '../../rules/csv.ts'

/** More rows are counted, not read. */
export const mostRows = 5000

/** What was read of a table, and how many rows it goes on for. */
export interface Table {
  rows: string[][]
  more: number
}

/** Rows of cells, parted by commas, semicolons or tabs, whichever the first line has most of. */
export function readCsv(source: string): Table {
  const whole = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  // Spreadsheets are told the sign in a first line of its own.
  const [line = '', declared] = /^"?sep=(.)"?\n/i.exec(whole) ?? []
  const text = whole.slice(line.length)
  const rows: string[][] = []
  let more = 0
  for (const { cells } of csvRows(text, declared ?? separatorOf(text))) {
    if (rows.length < mostRows) rows.push(cells)
    else more += 1
  }
  return { rows, more }
}

const named: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|' }

/** As Anki names it in its first lines; else tabs, where most lines have one; else what the first line has most of. */
function separatorOf(text: string): string {
  const lines = text.slice(0, 20_000).split('\n', 50)
  const said = /^#separator:(\w+)$/im.exec(lines.slice(0, 10).join('\n'))?.[1]?.toLowerCase() ?? ''
  if (named[said]) return named[said]
  const written = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (written.filter((line) => line.includes('\t')).length * 2 >= Math.max(1, written.length)) return '\t'
  const count = (sign: string) => (written[0] ?? '').split(sign).length
  return count(';') > 1 && count(';') >= count(',') ? ';' : ','
}

/** A row as text. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map((cell) =>
      /[",;\t\n\r]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(',')
}
