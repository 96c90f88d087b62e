import { open, readFile as readWhole } from 'node:fs/promises'
import { isAiken } from '#exercises/formats/aiken.ts'
import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from '#exercises/formats/incoming/imports.ts'
import { importQti, isQtiItem } from '#exercises/formats/qti/import-qti.ts'
import { interactiveLimits, unitLimits } from '#platform/rules/exercise-limits.ts'
import { textOfBytes } from '#platform/rules/files/text-encoding.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { type WithoutBodies, withoutBodies } from './moodle-bodies.ts'
import { readPackage } from './packages.ts'

/** A file to import; `language`: of its world, which decides where several encodings fit. */
export interface SentFile {
  name: string
  path: string
  language?: string
}

/** Told by what the file is, not by what it is called; its text is in memory, a package is not. */
export async function readFile({ name, path, language }: SentFile): Promise<Imported | ImportRefusal> {
  const title =
    truncate(cleanText(name.replace(/\.[a-z0-9]{1,5}$/i, '')), interactiveLimits.title) || 'Import'
  const bytes = await beginning(path)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return titled(await readPackage(path), title)
  if (/\.h5p$/i.test(name)) return 'not_a_package'
  if (isXml(bytes)) return await readXmlFile({ name, path, language }, title)
  if (bytes.length > unitLimits.textImportBytes) return 'too_large'
  const text = textOfBytes(bytes, language)
  return isNoText(text) ? 'unknown_format' : readText(name, title, cleanText(text))
}

function isXml(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|quiz)/.test(bytes.toString('latin1', 0, 200))
}

/** Questions that bring their files along may be longer than any text, without them they are not. */
async function readXmlFile(
  { name, path, language }: SentFile,
  title: string,
): Promise<Imported | ImportRefusal> {
  const { bytes, bodyAt } = withoutBodies(await readWhole(path))
  if (bytes.length > unitLimits.textImportBytes) return 'too_large'
  return readText(name, title, cleanText(textOfBytes(bytes, language)), bodyAt)
}

/** Binary data read as text: more than one character in 200 is a control character. */
function isNoText(text: string): boolean {
  const unseen = text.slice(0, 100_000).match(/(?!\s)\p{Cc}/gu)?.length ?? 0
  return unseen * 200 > Math.min(text.length, 100_000)
}

/** As much as a text may be long, and one byte more. */
async function beginning(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, unitLimits.textImportBytes + 1))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function readText(
  name: string,
  title: string,
  text: string,
  bodyAt?: WithoutBodies['bodyAt'],
): Imported | ImportRefusal {
  if (isQtiItem(text)) return importQti([{ name, text }], title)
  if (/^\ufeff?\s*<(\?xml|quiz|!DOCTYPE)/i.test(text)) return importMoodle(text, title, bodyAt)
  if (isAiken(text)) return importAiken(text, title)
  if (/\.(csv|tsv)$/i.test(name)) return importCsv(text, title)
  if (/\.gift$/i.test(name) || (hasAnswers(text) && !isOfCards(text))) return importGift(text, title)
  return importCsv(text, title)
}

/** What Anki says of its file, or a tab in the midst of nearly every line: braces are part of a card, as in `{{c1::Rome}}`. */
function isOfCards(text: string): boolean {
  if (/^\ufeff?#(separator|html|notetype|deck|columns|tags|guid)\b/i.test(text)) return true
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
  return lines.filter((line) => /\S\t+\S/.test(line)).length * 5 > lines.length * 4
}

/** Braces, as GIFT has them. */
function hasAnswers(text: string): boolean {
  const start = text.search(/(?<!\\)\{/)
  return start >= 0 && text.indexOf('}', start) > 0
}

function titled(found: Imported | ImportRefusal, title: string): Imported | ImportRefusal {
  return typeof found === 'string' || found.title !== '' ? found : { ...found, title }
}
