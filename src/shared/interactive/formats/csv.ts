const mostRows = 5000

/** Rows of cells, parted by commas, semicolons or tabs, whichever the first line has most of. */
export function readCsv(source: string): string[][] {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  // Anki tells of the file itself in its first lines.
  const first = text.split('\n').find((line) => !line.startsWith('#')) ?? ''
  const separator = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < mostRows; at += 1) {
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
  return rows
}

/** A row as text. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map((cell) =>
      /[",;\t\n\r]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(',')
}
