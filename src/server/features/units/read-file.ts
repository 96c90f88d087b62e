import { importQti, isQtiItem } from '#shared/interactive/import-qti.ts'
import type { ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from '#shared/interactive/imports.ts'
import { interactiveLimits, unitLimits } from '#shared/limits.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { readPackage } from './packages.ts'

/** Told by what the file is, not by what it is called. */
export function readFile({ name, bytes }: { name: string; bytes: Buffer }): Imported | ImportRefusal {
  const title = cleanText(name.replace(/\.[a-z0-9]{1,5}$/i, '')).slice(0, interactiveLimits.title) || 'Import'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return titled(readPackage(bytes), title)
  if (/\.h5p$/i.test(name)) return 'not_a_package'
  if (bytes.length > unitLimits.textImportBytes) return 'too_large'
  const text = cleanText(bytes.toString('utf8'))
  if (isQtiItem(text)) return importQti([{ name, text }], title)
  if (/^\ufeff?\s*<(\?xml|quiz|!DOCTYPE)/i.test(text)) return importMoodle(text, title)
  if (/^\s*ANSWER:\s*[A-Z]\s*$/m.test(text)) return importAiken(text, title)
  if (/\.(csv|tsv)$/i.test(name)) return importCsv(text, title)
  if (/(?<!\\)\{[\s\S]*\}/.test(text) || /\.gift$/i.test(name)) return importGift(text, title)
  return importCsv(text, title)
}

function titled(found: Imported | ImportRefusal, title: string): Imported | ImportRefusal {
  return typeof found === 'string' || found.title !== '' ? found : { ...found, title }
}
