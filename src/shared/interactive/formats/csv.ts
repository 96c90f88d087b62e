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
  const [line = '', told] = /^"?sep=(.)"?\n/i.exec(whole) ?? []
  const text = whole.slice(line.length)
  const separator = told ?? separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  let more = 0
  const endRow = () => {
    row.push(cell)
    if (row.some((each) => each !== '')) {
      if (rows.length < mostRows) rows.push(row)
      else more += 1
    }
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) {
      row.push(cell)
      cell = ''
    } else if (!isQuoted && sign === '\n') endRow()
    else cell += sign
  }
  endRow()
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
