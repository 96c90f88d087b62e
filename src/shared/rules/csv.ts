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

/**
 * The rows of a table as spreadsheets write it: cells parted by semicolons, commas or tabs (what the first line has most of),
 * quoted where they hold one of them. Empty lines are left out; the marks that `writeCsv` sets are taken away again.
 */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const source = text.replace(/^\ufeff/, '')
  const part = delimiterOf(source.split(/\r?\n/, 1)[0] ?? '')
  const rows: { line: number; cells: string[] }[] = []
  const token = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${part}\\r\\n][^${part}\\r\\n]*|))(${part}|\\r?\\n|\\r|$)`,
    'gy',
  )
  let row = { line: 1, cells: [] as string[] }
  let line = 1
  while (token.lastIndex < source.length || row.cells.length > 0) {
    const match = token.exec(source)
    if (match === null) break
    const [whole, quoted, plain = '', end = ''] = match
    row.cells.push(unmarked(quoted?.replaceAll('""', '"') ?? plain.trim()))
    line += whole.split('\n').length - 1
    if (end === part) continue
    if (row.cells.some((each) => each !== '')) rows.push(row)
    row = { line, cells: [] }
    if (end === '') break
  }
  return rows
}

function delimiterOf(head: string): string {
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ';'
}

function unmarked(text: string): string {
  return /^'[=+@\t\r-]/.test(text) ? text.slice(1) : text
}
