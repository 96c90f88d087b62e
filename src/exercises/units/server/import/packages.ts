import { importH5p } from '#exercises/formats/h5p/import-h5p.ts'
import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import { importWorkbook } from '#exercises/formats/incoming/import-workbook.ts'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { authorIn, saidInManifest, titleIn } from '#exercises/formats/lom.ts'
import { importQti, isQtiItem, type QtiSource } from '#exercises/formats/qti/import-qti.ts'
import { plainNames } from '#exercises/formats/qti/qti-names.ts'
import { besideFile, sectionsOf, type TestSection } from '#exercises/formats/qti/qti-test.ts'
import { licenseInText, readStatement } from '#exercises/model/media/asset-sources.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { readXml } from '#platform/rules/text/xml.ts'
import { openPackage, type PackageEntries } from './package-entries.ts'
import { readWorkbook } from './workbook.ts'

/** The harmless test pattern every scanner knows; whoever sends it tests ours. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'
/** Small files alone can hold it. */
const mostEicarBytes = 512
/** What a Mac notes of files, beside them. */
const besides = /^__MACOSX\/|(^|\/)\._/
/** What a task may show. */
const shown = /\.(png|jpe?g|gif|webp|svg|webm|mp4|mp3|ogg|wav|m4a|vtt|srt|txt)$/i

/**
 * Reads the items of a QTI package, or the content of an H5P package and nothing else of it: no library, no script, no style is ever unpacked. What is
 * too large, leads out of the package or is no package at all is refused with the reason.
 */
export async function readPackage(path: string): Promise<Imported | ImportRefusal> {
  const entries = await openPackage(path)
  if (typeof entries === 'string') return entries
  try {
    return readEntries(entries)
  } finally {
    entries.close()
  }
}

function readEntries(entries: PackageEntries): Imported | ImportRefusal {
  if (entries.names.some((name) => isTestVirus(entries, name))) return 'has_virus'
  const manifest = entries.names.find((name) => /^([^/]+\/)?imsmanifest\.xml$/.test(name))
  if (manifest) return readQti(entries, manifest)
  if (entries.names.includes('xl/workbook.xml')) return readTables(entries)
  // Who packs the folder instead of what lies in it has it around everything.
  const inFolder = entries.names.find((name) => /^[^/]+\/h5p\.json$/.test(name) && !besides.test(name))
  const folder = entries.names.includes('h5p.json') ? '' : (inFolder ?? '').slice(0, -'h5p.json'.length)
  const names = ['h5p.json', 'content/content.json'].map((name) => folder + name)
  if (names.some((name) => (entries.find(name)?.place.bytes ?? 0) > unitLimits.textImportBytes))
    return 'too_large'
  const [head, content] = names.map((name) => readJson(textOf(entries, name)))
  if (head === undefined || content === undefined)
    return names.every((name) => entries.names.includes(name)) ? 'broken_package' : readLooseItems(entries)
  const { mainLibrary, title } = head as { mainLibrary?: unknown; title?: unknown }
  if (typeof mainLibrary !== 'string') return 'no_content'
  return importH5p(
    { library: mainLibrary, title: typeof title === 'string' ? title : mainLibrary, content, head },
    (path) => (shown.test(path) ? entries.find(`${folder}content/${path}`) : undefined),
  )
}

function isTestVirus(entries: PackageEntries, name: string): boolean {
  const file = entries.find(name)
  if (!file || file.place.bytes >= mostEicarBytes) return false
  return Buffer.from(file.read() ?? []).includes(eicar)
}

/** Undefined: it is not there, broken or longer than a text may be. */
function textOf(entries: PackageEntries, name: string): string | undefined {
  const file = entries.find(name)
  if (!file || file.place.bytes > unitLimits.textImportBytes) return undefined
  const bytes = file.read()
  return bytes && Buffer.from(bytes).toString('utf8')
}

/** The items of a QTI package in the order of its manifest, those it does not name last. */
function readQti(entries: PackageEntries, manifest: string): Imported | ImportRefusal {
  const text = textOf(entries, manifest) ?? ''
  const folder = manifest.slice(0, -'imsmanifest.xml'.length)
  const names = xmlOf(entries).filter((name) => name !== manifest)
  const places = new Map(names.map((name) => [name, text.indexOf(`href="${name.slice(folder.length)}"`)]))
  const placeOf = (name: string) => {
    const place = places.get(name) ?? -1
    return place < 0 ? Number.MAX_SAFE_INTEGER : place
  }
  const sorted = names.sort((a, b) => placeOf(a) - placeOf(b))
  const sections = testsIn(text, manifest).flatMap((name) => testOf(entries, name))
  const found = importItems(entries, sorted, sections)
  if (typeof found === 'string') return found
  return { ...underLicense(found, text), title: titleIn(text), said: saidInManifest(text) }
}

/** What the manifest says of the package holds for all of it: no item says it of a single file. */
function underLicense(found: Imported, manifest: string): Imported {
  const rights = manifest.match(/<([a-z]+:)?rights>[\s\S]{0,4000}?<\/([a-z]+:)?rights>/gi) ?? []
  const license = licenseInText(rights.join('\n'))
  if (!license) return found
  const source = readStatement({ ...license, author: authorIn(manifest) })
  return { ...found, source, files: found.files.map((file) => ({ ...file, source })) }
}

const xmlOf = ({ names }: PackageEntries) =>
  names.filter((name) => /\.(xml|qti)$/i.test(name) && !besides.test(name))

function importItems(
  entries: PackageEntries,
  names: readonly string[],
  sections: readonly TestSection[],
): Imported | ImportRefusal {
  return importQti(
    sourcesOf(entries, names, sections),
    '',
    (path) => (shown.test(path) ? entries.find(path) : undefined),
    (path) => cleanText(textOf(entries, path) ?? ''),
  )
}

/** Items that lie in a package without a manifest. */
function readLooseItems(entries: PackageEntries): Imported | ImportRefusal {
  const names = xmlOf(entries).filter((name) => isQtiItem(textOf(entries, name) ?? ''))
  return names.length === 0 ? 'no_content' : importItems(entries, names, [])
}

/** Where the tests of a package lie, as its manifest says. */
function testsIn(text: string, manifest: string): string[] {
  const resources = text.match(/<(?:\w+:)?resource\s[^<>]*>/g) ?? []
  return resources
    .filter((resource) => /\stype=["']imsqti_test_/.test(resource))
    .flatMap((resource) => /\shref=["']([^"']+)["']/.exec(resource)?.[1] ?? [])
    .map((path) => besideFile(manifest, path))
}

function testOf(entries: PackageEntries, name: string): TestSection[] {
  const root = readXml(cleanText(textOf(entries, name) ?? ''))
  return typeof root === 'string' ? [] : sectionsOf(plainNames(root), name)
}

/** The items of the sections, then all others; one text at a time is in memory. */
function* sourcesOf(
  entries: PackageEntries,
  names: readonly string[],
  sections: readonly TestSection[],
): Generator<QtiSource> {
  const left = new Set(names)
  let html = ''
  for (const section of sections) {
    html += section.html
    // What is said before sections within it stands with the first of them.
    if (section.items.length === 0) continue
    let begins: TestSection | undefined = { ...section, html }
    html = ''
    for (const name of section.items) {
      // One that is missing is unreadable, and said to be.
      if (!left.delete(name) && names.includes(name)) continue
      const weight = section.weights.get(name)
      yield { name, text: cleanText(textOf(entries, name) ?? ''), begins, weight }
      begins = undefined
    }
  }
  for (const name of left) yield { name, text: cleanText(textOf(entries, name) ?? '') }
}

/** The sheets of a workbook, as the makers of quizzes bring them out, or cards in two columns. */
function readTables(entries: PackageEntries): Imported | ImportRefusal {
  const sheets = readWorkbook((name) => cleanText(textOf(entries, name) ?? ''), entries.names)
  return typeof sheets === 'string' ? sheets : importWorkbook(sheets)
}

function readJson(text: string | undefined): object | undefined {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
