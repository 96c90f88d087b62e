/**
 * A table for spreadsheets: quoted cells, semicolons (or what else a country's spreadsheets expect), and a mark at the beginning
 * that tells them that it is UTF-8. A cell that begins like a formula is no formula; amounts keep their minus.
 */
export function writeCsv(lines: readonly (readonly string[])[], delimiter: ';' | ',' = ';'): Buffer {
  return Buffer.from(`\ufeff${lines.map((cells) => cells.map(cell).join(delimiter)).join('\r\n')}\r\n`)
}

function cell(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}

export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a table as spreadsheets write it: cells parted by semicolons, commas or tabs (what the first line has most of),
 * quoted where they hold one of them. Empty lines are left out; the marks that `writeCsv` sets are taken away again.
 */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\ufeff/, '')
  const rows = csvRows(source, delimiterOf(source.split(/\r?\n/, 1)[0] ?? ''), (cell) => cell.trim())
  return [...rows].map(({ line, cells }) => ({ line, cells: cells.map(unmarked) }))
}

/**
 * The rows that hold anything, one after the other. What follows a closing quote belongs to its cell, and a quote nobody closes
 * lasts to the end: no line is ever lost. `bare` has the cells without quotes.
 */
export function* csvRows(
  source: string,
  part: string,
  bare: (cell: string) => string = (cell) => cell,
): Generator<CsvRow> {
  const other = `[^${part}\\r\\n]`
  const token = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)(?:"|$)(${other}*)|(${other}*))(${part}|\\r?\\n|\\r|$)`,
    'gy',
  )
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (;;) {
    const [whole, quoted, rest = '', plain = '', end = ''] = token.exec(source) ?? ['']
    row.cells.push(quoted === undefined ? bare(plain) : quoted.replaceAll('""', '"') + rest)
    line += whole.split('\n').length - 1
    if (end === part) continue
    if (row.cells.some((each) => each !== '')) yield row
    if (end === '') return
    row = { line, cells: [] }
  }
}

function delimiterOf(head: string): string {
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ';'
}

function unmarked(text: string): string {
  return /^'[=+@\t\r-]/.test(text) ? text.slice(1) : text
}
