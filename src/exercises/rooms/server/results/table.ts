import { strToU8, zipSync } from 'fflate'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { writeCsv } from '#platform/rules/files/csv.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { RoomResults } from './results.ts'

type Cell = string | number

/** A line a pupil: points of each element, the sum and what part of all it is. */
export function resultTable(t: Translate, { elements, pupils, teams }: RoomResults): Cell[][] {
  const hasTeams = teams.length > 0
  const head = [
    t('learning-rooms:grid.pupil'),
    ...(hasTeams ? [t('learning-rooms:teams.one')] : []),
    ...elements.map(({ number, name }) => `${number} ${name}`.trim()),
    t('learning-rooms:paper.points'),
    t('learning-rooms:paper.percent'),
  ]
  const lines = pupils.map(({ name, team, answers, raw, percent }) => {
    const points = answers.map((answer): Cell => {
      if (answer === undefined) return ''
      if (answer.state === 'ungraded') return answer.said.join(' / ')
      return answer.state === 'pending' ? '?' : answer.raw
    })
    return [name, ...(hasTeams ? [team ?? ''] : []), ...points, raw, percent ?? '']
  })
  return [head, ...lines]
}

/** As the spreadsheets of a country open it: semicolons where the comma is in numbers. */
export function csvOf(world: LiveWorldCode, table: readonly (readonly Cell[])[]): Buffer {
  const isEnglish = world === 'en'
  const cellOf = (cell: Cell) =>
    typeof cell === 'string' || isEnglish ? String(cell) : String(cell).replace('.', ',')
  return writeCsv(
    table.map((cells) => cells.map(cellOf)),
    isEnglish ? ',' : ';',
  )
}

/** A spreadsheet (ECMA-376) of one sheet; texts are texts there and never formulas. */
export function xlsxOf(name: string, table: readonly (readonly Cell[])[]): Buffer {
  const rows = table.map((cells, y) => {
    const inner = cells.map((cell, x) => {
      const at = `${columnName(x)}${y + 1}`
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
      return cell === ''
        ? ''
        : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
    })
    return `<row r="${y + 1}">${inner.join('')}</row>`
  })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  // What programs forbid in the name of a sheet.
  const sheet = xmlText(truncate(name.replace(/[\\/?*[\]:']/g, ' '), 31).trim() || 'Aularium')
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const packed = Object.entries(files).map(([path, text]) => [path, strToU8(head + text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(packed)))
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}
