import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { composed } from '#shared/rules/clean-text.ts'

/** The name as the buyer will see it: one line, no path, 120 characters with its ending. */
export function cleanName(name: string): string {
  const plain = composed(name)
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const ending = extname(plain).slice(0, 12)
  const stem = plain.slice(0, plain.length - extname(plain).length).slice(0, 120 - ending.length)
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
