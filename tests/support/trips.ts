import { h5pFiles } from '../../src/exercises/formats/h5p/export-h5p.ts'
import { importH5p } from '../../src/exercises/formats/h5p/import-h5p.ts'
import type { Imported } from '../../src/exercises/formats/incoming/imported.ts'
import {
  importAiken,
  importCsv,
  importGift,
  importMoodle,
} from '../../src/exercises/formats/incoming/imports.ts'
import { exportUnit } from '../../src/exercises/formats/outgoing/exports.ts'
import type { OutsideFormat } from '../../src/exercises/formats/outgoing/scored-otherwise.ts'
import { qtiFiles } from '../../src/exercises/formats/qti/export-qti.ts'
import { qti22Files } from '../../src/exercises/formats/qti/export-qti22.ts'
import { importQti } from '../../src/exercises/formats/qti/import-qti.ts'
import type { UnitContent } from '../../src/exercises/model/unit.ts'

type Trip = (content: UnitContent) => { leftOut: string[]; found: Imported | string }
const png = Buffer.from(`89504e470d0a1a0a0000000d49484452000003e8000003e8${'00'.repeat(8)}`, 'hex')
/** A picture every format finds. */
export const asset = `unit/0b/${'b'.repeat(64)}.webp`

const text =
  (
    format: 'gift' | 'aiken' | 'moodle' | 'csv',
    read: (text: string, title: string) => Imported | string,
  ): Trip =>
  (content) => {
    const { text: sent, leftOut } = exportUnit(content, format, () => png.toString('base64'))
    return { leftOut, found: read(sent, 'x') }
  }
const qti =
  (write: typeof qtiFiles): Trip =>
  (content) => {
    const { files, leftOut } = write(content, () => ({ width: 1000, height: 1000 }))
    const items = Object.entries(files).filter(([name]) => name.startsWith('items/'))
    const texts = items.map(([name, source]) => ({ name, text: source }))
    return { leftOut, found: importQti(texts, 'x', () => png) }
  }
const h5p: Trip = (content) => {
  const { files, leftOut } = h5pFiles(content, 'de', () => ({ width: 1000, height: 1000 }))
  const { mainLibrary: library, title } = JSON.parse(files['h5p.json'] ?? '')
  const json = JSON.parse(files['content/content.json'] ?? '')
  return { leftOut, found: importH5p({ library, title, content: json }, () => png) }
}
/** What a unit can go out as and come back from. */
export type Format = OutsideFormat | 'csv' | 'qti22'
/** Out of a unit and back, by format; `leftOut`: names of tasks it has nothing for. */
export const trips: Record<Format, Trip> = {
  gift: text('gift', importGift),
  aiken: text('aiken', importAiken),
  moodle: text('moodle', importMoodle),
  csv: text('csv', importCsv),
  qti: qti(qtiFiles),
  qti22: qti(qti22Files),
  h5p,
}
