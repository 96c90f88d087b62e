import { mostRows, type Table } from '#exercises/formats/csv.ts'
import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import type { Sheet } from '#exercises/formats/incoming/import-workbook.ts'
import { childrenOf, ownText, readXml, type XmlNode, type XmlProblem } from '#platform/rules/text/xml.ts'

const mostColumns = 50

/** More sheets are named, not read. */
const mostSheets = 50

/** The cells of the sheets of a workbook as text, in their order: values alone, no formula is looked at and nothing is run. */
export function readWorkbook(
  ownText: (name: string) => string,
  names: readonly string[],
): Sheet[] | ImportRefusal {
  const files = names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort(byNumber)
  const listed = sheetsListed(ownText).filter(({ path }) => names.includes(path))
  const sheets = listed.length > 0 ? listed : files.map((path) => ({ name: '', path }))
  if (sheets.length === 0) return 'no_content'
  const stringsName = names.find((name) => /^xl\/sharedStrings\.xml$/i.test(name))
  const strings = stringsName === undefined ? undefined : unprefixed(readXml(ownText(stringsName)))
  if (typeof strings === 'string') return refusalOf(strings)
  const shared = strings === undefined ? [] : childrenOf(strings, 'si').map(textOfString)
  const read: Sheet[] = []
  for (const [at, { name, path }] of sheets.entries()) {
    const sheet = at < mostSheets ? unprefixed(readXml(ownText(path))) : 'too_large'
    // A long list of something else is no reason to refuse the questions before it.
    if (sheet === 'too_large' && at > 0) read.push({ name, table: undefined })
    else if (typeof sheet === 'string') return refusalOf(sheet)
    else read.push({ name, table: tableOf(sheet, shared) })
  }
  return read
}

const refusalOf = (problem: XmlProblem): ImportRefusal => (problem === 'broken' ? 'broken_package' : problem)

function tableOf(sheet: XmlNode, shared: readonly string[]): Table {
  const rows = childrenOf(sheet, 'sheetData').flatMap((data) => childrenOf(data, 'row'))
  return {
    rows: rows.slice(0, mostRows).map((row) => cellsOf(row, shared)),
    more: Math.max(0, rows.length - mostRows),
  }
}

/** As they stand in the book, whatever their files are called. */
function sheetsListed(ownText: (name: string) => string): { name: string; path: string }[] {
  const [book, relations] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) =>
    unprefixed(readXml(ownText(name))),
  )
  if (typeof book !== 'object' || typeof relations !== 'object') return []
  const targets = new Map(
    childrenOf(relations, 'Relationship').map(({ attributes }) => [attributes.Id, attributes.Target ?? '']),
  )
  const sheets = childrenOf(book, 'sheets').flatMap((all) => childrenOf(all, 'sheet'))
  return sheets.map(({ attributes }) => {
    const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
    const path = (targets.get(id) ?? '').replace(/^\/?(xl\/)?/, 'xl/')
    return { name: attributes.name ?? '', path }
  })
}

/** Some programs write every name as `x:row`. */
function unprefixed(read: XmlNode | XmlProblem): XmlNode | XmlProblem {
  if (typeof read === 'string' || !read.name.includes(':')) return read
  const plain = (node: XmlNode): XmlNode => ({
    ...node,
    name: node.name.slice(node.name.indexOf(':') + 1),
    children: node.children.map((child) => (typeof child === 'string' ? child : plain(child))),
  })
  return plain(read)
}

function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}

function cellsOf(row: XmlNode, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const [at, cell] of childrenOf(row, 'c').entries()) {
    const column = columnOf(cell.attributes.r) ?? at
    if (column >= mostColumns) continue
    while (cells.length < column) cells.push('')
    cells[column] = cellText(cell, shared)
  }
  return cells
}

/** `B7` is in the second column. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: XmlNode, shared: readonly string[]): string {
  const [inline] = childrenOf(cell, 'is')
  if (inline) return textOfString(inline)
  const [value] = childrenOf(cell, 'v')
  const text = value ? ownText(value) : ''
  return cell.attributes.t === 's' ? (shared[Number(text)] ?? '') : text
}

/** A text in one piece or in runs; how Chinese is read aloud is no part of it. */
function textOfString(node: XmlNode): string {
  const runs = childrenOf(node, 'r').flatMap((run) => childrenOf(run, 't'))
  return [...childrenOf(node, 't'), ...runs].map(ownText).join('')
}
