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
 * The rows of a table that hold anything, one after the other: what spreadsheets, lists of cards and we ourselves write. Cells are
 * parted by what the table says or shows (`delimiterOf`; `otherwise` where it shows nothing), and quoted where they hold such a
 * sign. What follows a closing quote belongs to its cell, and a quote nobody closes lasts to the end: no line is ever lost.
 * Ours, because papaparse reads all behind `"a" b;c` as one cell and csv-parse throws there; the slowest hostile file of 150 kB takes
 * 41 ms (94 and 69 ms; docs/decisions/0022-own-engines-and-libraries.md).
 */
export function* readCsv(text: string, otherwise: ';' | ',' = ','): Generator<CsvRow> {
  const source = text.replace(/^\ufeff/, '')
  // Spreadsheets are told the sign in a first line of its own.
  const [head = '', declared] = /^"?sep=([^"\w\s]|\t)"?(?:\r?\n|\r)/i.exec(source) ?? []
  const rows = source.slice(head.length)
  const token = tokenOf(declared ?? delimiterOf(rows, otherwise))
  let line = head === '' ? 1 : 2
  let row: CsvRow = { line, cells: [] }
  for (;;) {
    const [whole, quoted, rest = '', plain = '', part, end = ''] = token.exec(rows) ?? ['']
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest)
    line += whole.split('\n').length - 1
    if (part !== undefined) continue
    if (row.cells.some((each) => each.trim() !== '')) yield row
    if (end === '') return
    row = { line, cells: [] }
  }
}

/** One cell and what ends it: a sign, a line, the table. */
function tokenOf(delimiter: string): RegExp {
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
  const other = `[^${sign}\\r\\n]`
  return new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)(?:"|$)(${other}*)|(${other}*))(?:(${sign})|(\\r?\\n|\\r|$))`,
    'gy',
  )
}

const named: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|' }

/** As Anki names it in its first lines; else tabs, where most lines have one; else what the first line has most of. */
function delimiterOf(text: string, otherwise: ';' | ','): string {
  // What is quoted parts nothing.
  const bare = text.slice(0, 20_000).replace(/(^|[;,\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1')
  const lines = bare.split(/\r?\n|\r/, 50)
  const said = /^#separator:(\w+)$/im.exec(lines.slice(0, 10).join('\n'))?.[1]?.toLowerCase() ?? ''
  if (named[said]) return named[said]
  const written = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (written.filter((line) => line.includes('\t')).length * 2 >= Math.max(1, written.length)) return '\t'
  const count = (sign: string) => (written[0] ?? '').split(sign).length - 1
  if (count(';') === 0 && count(',') === 0) return otherwise
  return count(';') >= count(',') ? ';' : ','
}

/** What stood in a cell before `writeCsv` marked it as no formula. */
export function unmarked(cell: string): string {
  return /^'[=+@\t\r-]/.test(cell) ? cell.slice(1) : cell
}
