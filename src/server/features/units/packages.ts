import { type UnzipFileInfo, unzipSync } from 'fflate'
import { importQti } from '#shared/interactive/import-qti.ts'
import type { ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import { importH5p, importRows } from '#shared/interactive/imports.ts'
import { unitLimits } from '#shared/limits.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { readWorkbook } from './workbook.ts'

/** The harmless test pattern every scanner knows; whoever sends it tests ours. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'
const media = /\.(png|jpe?g|gif|webp|webm|mp4|ogg|mp3|m4a|wav|vtt|txt|json|svg)$/i
/** What a task may show; an SVG is a program, and stays out. */
const shown = /\.(png|jpe?g|gif|webp|webm|mp4|mp3|ogg|wav|m4a|vtt)$/i

/**
 * Reads the items of a QTI package, or the content of an H5P package and nothing else of it: no library, no script, no style is ever unpacked. What is
 * too large, leads out of the package or is no package at all is refused with the reason.
 */
export function readPackage(bytes: Uint8Array): Imported | ImportRefusal {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return 'not_a_package'
  const check = createCheck()
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(bytes, { filter: check.take })
  } catch {
    return check.refusal ?? 'broken_package'
  }
  if (check.refusal) return check.refusal
  if (Object.values(files).some((file) => Buffer.from(file.subarray(0, 256)).includes(eicar)))
    return 'has_virus'
  if (files['imsmanifest.xml'] !== undefined) return readQti(files)
  if (files['xl/workbook.xml'] !== undefined) return readTable(files)
  const [head, content] = [readJson(files['h5p.json']), readJson(files['content/content.json'])]
  if (head === undefined || content === undefined)
    return files['h5p.json'] && files['content/content.json'] ? 'broken_package' : 'no_content'
  const { mainLibrary, title } = head as { mainLibrary?: unknown; title?: unknown }
  if (typeof mainLibrary !== 'string') return 'no_content'
  return importH5p(
    { library: mainLibrary, title: typeof title === 'string' ? title : mainLibrary, content },
    (path) => files[`content/${path}`],
  )
}

/** The items of a QTI package in the order of its manifest, those it does not name last. */
function readQti(files: Readonly<Record<string, Uint8Array>>): Imported | ImportRefusal {
  const textOf = (name: string) => cleanText(Buffer.from(files[name] ?? []).toString('utf8'))
  const manifest = textOf('imsmanifest.xml')
  const names = Object.keys(files).filter((name) => /\.xml$/i.test(name) && name !== 'imsmanifest.xml')
  const places = new Map(names.map((name) => [name, manifest.indexOf(`href="${name}"`)]))
  const placeOf = (name: string) => {
    const place = places.get(name) ?? -1
    return place < 0 ? Number.MAX_SAFE_INTEGER : place
  }
  const sorted = names.sort((a, b) => placeOf(a) - placeOf(b))
  return importQti(
    sorted.map((name) => ({ name, text: textOf(name) })),
    '',
    (path) => files[path],
  )
}

/** The first sheet of a workbook, as the makers of quizzes bring it out, or cards in two columns. */
function readTable(files: Readonly<Record<string, Uint8Array>>): Imported | ImportRefusal {
  const textOf = (name: string) => cleanText(Buffer.from(files[name] ?? []).toString('utf8'))
  const rows = readWorkbook(textOf, Object.keys(files))
  return typeof rows === 'string' ? rows : importRows(rows, '')
}

function createCheck() {
  let entries = 0
  let size = 0
  const check = {
    refusal: undefined as ImportRefusal | undefined,
    take(file: UnzipFileInfo): boolean {
      entries += 1
      size += file.originalSize
      check.refusal ??= refusalOf(file, entries, size)
      if (check.refusal) return false
      // Small files alone can hold the test pattern: they are looked at, whatever they are.
      const isContent = file.name === 'h5p.json' || file.name === 'content/content.json'
      const isXml = /\.(xml|qti)$/i.test(file.name) && !file.name.startsWith('content/')
      return (
        isContent ||
        (isXml && file.originalSize <= unitLimits.textImportBytes) ||
        shown.test(file.name) ||
        (file.name.startsWith('content/') && file.originalSize < 512 && media.test(file.name))
      )
    },
  }
  return check
}

function refusalOf(file: UnzipFileInfo, entries: number, size: number): ImportRefusal | undefined {
  const { packageEntries, packageEntryBytes, packageRatio, importBytes } = unitLimits
  const isPath = !/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(file.name)
  if (!isPath) return 'bad_path'
  if (entries > packageEntries || size > importBytes || file.originalSize > packageEntryBytes)
    return 'too_large'
  return file.originalSize > 1024 * 1024 && file.originalSize > file.size * packageRatio
    ? 'too_large'
    : undefined
}

function readJson(bytes: Uint8Array | undefined): object | undefined {
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
