import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'

/** The name as the buyer will see it: one line, no path, 120 characters with its ending. */
export function cleanName(name: string): string {
  const plain = cleanLine(name.replace(/^.*[\\/]/, '').replace(/[\p{Cc}"<>:|?*]/gu, ''))
  const ending = truncate(extname(plain), 12)
  const stem = truncate(plain.slice(0, plain.length - extname(plain).length), 120 - ending.length)
  return `${stem || 'material'}${ending}`
}

/** Where a new file of a material will lie. */
export function fileKey(name: string): string {
  const id = randomUUID()
  const ending = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
  return `material/${id.slice(0, 2)}/${id}${ending.length > 1 ? ending : ''}`
}
