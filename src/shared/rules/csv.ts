/**
 * A table for spreadsheets: quoted cells, semicolons, and a mark at the beginning that tells them that it is UTF-8. A cell that
 * begins like a formula is no formula; amounts keep their minus.
 */
export function writeCsv(lines: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\ufeff${lines.map((cells) => cells.map(cell).join(';')).join('\r\n')}\r\n`)
}

function cell(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(,\d+)?$/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}
