import { type UnzipFileInfo, unzipSync } from 'fflate'
import type { ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import { importH5p } from '#shared/interactive/imports.ts'
import { unitLimits } from '#shared/limits.ts'

/** The harmless test pattern every scanner knows; whoever sends it tests ours. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'
const media = /\.(png|jpe?g|gif|webp|webm|mp4|ogg|mp3|m4a|wav|vtt|txt|json|svg)$/i

/**
 * Reads the content of an H5P package and nothing else of it: no library, no script, no style is ever unpacked. What is
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
  const [head, content] = [readJson(files['h5p.json']), readJson(files['content/content.json'])]
  if (head === undefined || content === undefined)
    return files['h5p.json'] && files['content/content.json'] ? 'broken_package' : 'no_content'
  const { mainLibrary, title } = head as { mainLibrary?: unknown; title?: unknown }
  if (typeof mainLibrary !== 'string') return 'no_content'
  return importH5p(
    { library: mainLibrary, title: typeof title === 'string' ? title : mainLibrary, content },
    () => '',
  )
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
      // Small files alone can hold the test pattern; media are looked at, and not kept.
      const isContent = file.name === 'h5p.json' || file.name === 'content/content.json'
      return (
        isContent || (file.name.startsWith('content/') && file.originalSize < 512 && media.test(file.name))
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
