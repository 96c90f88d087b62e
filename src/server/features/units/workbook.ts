import { mostRows, type Table } from '#shared/interactive/formats/csv.ts'
import { childrenOf, readXml, type XmlNode, type XmlProblem } from '#shared/interactive/formats/xml.ts'
import type { ImportRefusal } from '#shared/interactive/import-report.ts'

const mostColumns = 50

/** The cells of the first sheet of a workbook as text: values alone, no formula is looked at and nothing is run. */
export function readWorkbook(
  textOf: (name: string) => string,
  names: readonly string[],
): Table | ImportRefusal {
  const sheets = names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort(byNumber)
  const sheetName = firstSheet(textOf) ?? sheets[0]
  if (sheetName === undefined) return 'no_content'
  const stringsName = names.find((name) => /^xl\/sharedStrings\.xml$/i.test(name))
  const strings = stringsName === undefined ? undefined : unprefixed(readXml(textOf(stringsName)))
  const sheet = unprefixed(readXml(textOf(names.includes(sheetName) ? sheetName : (sheets[0] ?? ''))))
  for (const read of [strings, sheet])
    if (typeof read === 'string') return read === 'broken' ? 'broken_package' : read
  if (typeof sheet === 'string') return 'broken_package'
  const shared = typeof strings === 'object' ? childrenOf(strings, 'si').map(textOfString) : []
  const [data] = childrenOf(sheet, 'sheetData')
  const rows = data ? childrenOf(data, 'row') : []
  return {
    rows: rows.slice(0, mostRows).map((row) => cellsOf(row, shared)),
    more: Math.max(0, rows.length - mostRows),
  }
}

/** The one that stands first in the book, whatever its file is called. */
function firstSheet(textOf: (name: string) => string): string | undefined {
  const [book, relations] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) =>
    unprefixed(readXml(textOf(name))),
  )
  if (typeof book !== 'object' || typeof relations !== 'object') return undefined
  const [sheet] = childrenOf(book, 'sheets').flatMap((sheets) => childrenOf(sheets, 'sheet'))
  const id = Object.entries(sheet?.attributes ?? {}).find(([name]) => /(^|:)id$/.test(name))?.[1]
  const target = childrenOf(relations, 'Relationship').find(({ attributes }) => attributes.Id === id)
  return target?.attributes.Target?.replace(/^\/?(xl\/)?/, 'xl/')
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
  const text = value ? textOf(value) : ''
  return cell.attributes.t === 's' ? (shared[Number(text)] ?? '') : text
}

/** A text in one piece or in runs; how Chinese is read aloud is no part of it. */
function textOfString(node: XmlNode): string {
  const runs = childrenOf(node, 'r').flatMap((run) => childrenOf(run, 't'))
  return [...childrenOf(node, 't'), ...runs].map(textOf).join('')
}

function textOf(node: XmlNode): string {
  return node.children.filter((child) => typeof child === 'string').join('')
}
