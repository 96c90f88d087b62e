import type { Table } from '../csv.ts'
import { importCards } from './import-cards.ts'
import type { ImportRefusal } from './import-report.ts'
import { Collector, type Imported } from './imported.ts'
import { importQuestions } from './imports.ts'

/** One of a workbook; without a table: it is longer than what is read. */
export interface Sheet {
  name: string
  table: Table | undefined
}

const isFilled = ({ table }: Sheet) =>
  table === undefined || table.rows.some((row) => row.some((cell) => cell.trim() !== ''))

/** As spreadsheets name a sheet that nobody named. */
const unnamed = /^(sheet|tabelle|tabellenblatt|hoja|feuil|feuille|foglio|φύλλο) ?\d+$/i

/**
 * Every sheet with questions, each a page; where none has any, every sheet of cards: a list beside questions is what they
 * are chosen from, not cards. Whatever else has something in it is named.
 */
export function importWorkbook(sheets: readonly Sheet[]): Imported | ImportRefusal {
  const filled = sheets.filter(isFilled)
  const isOnly = filled.length === 1
  const asked = read(filled, isOnly, importQuestions)
  if (typeof asked !== 'string') return asked
  return read(filled, isOnly, importCards)
}

type Reader = (rows: string[][], title: string, found: Collector) => Imported | ImportRefusal | undefined

function read(sheets: readonly Sheet[], isOnly: boolean, reader: Reader): Imported | ImportRefusal {
  const found = new Collector()
  let count = 0
  for (const { name, table } of sheets) {
    const title = isOnly || unnamed.test(name.trim()) ? '' : name
    found.page(title)
    const some = table && reader(table.rows, title, found)
    if (typeof some === 'object') count += 1
    else found.skip(name, table ? 'sheet' : 'too_many')
    if (typeof some === 'object' && table && table.more > 0) found.skip(name, 'too_many', table.more)
  }
  return count === 0 ? 'unknown_format' : found.finish('')
}
