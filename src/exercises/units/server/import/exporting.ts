import { strToU8, type Zippable, zipSync } from 'fflate'
import { h5pFiles } from '#exercises/formats/h5p/export-h5p.ts'
import { pictureInH5p } from '#exercises/formats/h5p/export-h5p-graphic.ts'
import { soundInH5p, videoInH5p } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { PackageAbout } from '#exercises/formats/lom.ts'
import { type Exported, type ExportFormat, exportUnit } from '#exercises/formats/outgoing/exports.ts'
import { assetsOf } from '#exercises/formats/packed-media.ts'
import { qtiFiles } from '#exercises/formats/qti/export-qti.ts'
import { packagedPicture } from '#exercises/formats/qti/export-qti-graphic.ts'
import { packagedSound, packagedVideo } from '#exercises/formats/qti/export-qti-media.ts'
import { qti22Files } from '#exercises/formats/qti/export-qti22.ts'
import { wholeUnit } from '#exercises/model/media/asset-sources.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import type { Element, UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { printedPicture } from '#platform/gateways/images/print.ts'
import { maxPictureBytes } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { type PictureSize, pictureSize } from '#platform/rules/files/picture-size.ts'
import { usableUnit } from '../own-units.ts'
import { wordsOfTerms } from '../sale/terms.ts'

/** The unit in a format of others, with its pictures and recordings where that takes files. @throws ProductError unauthorized; not_found; licence_lost */
export async function exportOwn(context: Context, id: number, format: ExportFormat): Promise<Exported> {
  const { content } = await usableUnit(context, id)
  if (format !== 'moodle') return exportUnit(content, format)
  const files = await filesOf(context, content)
  return exportUnit(content, format, (asset) => files.get(asset)?.bytes.toString('base64'))
}

/** The unit as a QTI package, with its pictures and recordings. @throws ProductError unauthorized; not_found; licence_lost */
export async function exportQti(context: Context, id: number, version: '3' | '2.2'): Promise<Buffer> {
  const { content } = await usableUnit(context, id)
  const stored = await filesOf(context, content)
  const write = version === '3' ? qtiFiles : qti22Files
  const { files, pictures, sounds, videos } = write(
    content,
    (asset) => stored.get(asset)?.size,
    (asset) => stored.has(asset),
    aboutPackage(context, content),
  )
  const media = [
    ...pictures.map((asset) => [packagedPicture(asset), asset] as const),
    ...sounds.map((asset) => [packagedSound(asset), asset] as const),
    ...videos.map((asset) => [packagedVideo(asset), asset] as const),
  ].map(([name, asset]): [string, Uint8Array] => [name, stored.get(asset)?.bytes ?? new Uint8Array()])
  return zipOf({ ...files, ...Object.fromEntries(media) })
}

/** The unit as an H5P package: content, pictures, recordings and videos, no library. @throws ProductError unauthorized; not_found; licence_lost */
export async function exportH5p(context: Context, id: number): Promise<Buffer> {
  const { content } = await usableUnit(context, id)
  const stored = await filesOf(context, content, { hasFilms: true })
  const packed = new Map<string, { names: string[]; bytes: Uint8Array }>()
  for (const [asset, { bytes, size }] of stored) {
    const printed = size && (await printedPicture(bytes))
    if (printed) packed.set(asset, { names: [pictureInH5p(asset)], bytes: printed.jpeg })
    // What a file of this name is, a recording or a video, says who names it.
    if (!size) packed.set(asset, { names: [videoInH5p(asset), soundInH5p(asset)], bytes })
  }
  const { files } = h5pFiles(
    content,
    wordsLanguage(content, worldOf(context.world).lang),
    (asset) => (packed.has(asset) ? (stored.get(asset)?.size ?? isThere) : undefined),
    (asset) => packed.has(asset),
  )
  const media = [...packed.values()].flatMap(({ names, bytes }) =>
    names
      .filter((name) => files['content/content.json']?.includes(name))
      .map((name) => [`content/${name}`, bytes] as const),
  )
  return zipOf({ ...files, ...Object.fromEntries(media) })
}

/** What is said of the exercise as a whole goes along with it. */
function aboutPackage(context: Context, content: UnitContent): PackageAbout {
  const whole = content.sources?.find(({ asset }) => asset === wholeUnit)
  // A package says it of all its files: where one has another licence, it says nothing.
  const isOfAll = content.sources?.every(({ license }) => license === whole?.license)
  const source = isOfAll ? whole : undefined
  const language = wordsLanguage(content, worldOf(context.world).lang)
  return { title: content.title, language, words: wordsOfTerms(context, content), source }
}

/** What asks nothing of a size. */
const isThere = { width: 1, height: 1 }

/** The videos that questions are asked about. */
function videosOf(content: UnitContent): string[] {
  return content.pages
    .flatMap((page) => page.elements)
    .flatMap(({ type, data }) => typeOf(type)?.view(data, () => 0) ?? [])
    .flatMap((widget) => (widget.kind === 'video' ? widget.asset || [] : []))
}

interface StoredFile {
  bytes: Buffer
  /** Of a picture. */
  size: PictureSize | undefined
}

/** More than this is no package to send on; tasks go out without the other files, or stay behind. */
const mostBytes = 3 * maxPictureBytes

/** The files of a unit that a package takes along, by their names in the storage; `hasFilms`: those that questions are asked about, too. */
async function filesOf(
  { storage }: Pick<Context, 'storage'>,
  content: UnitContent,
  { hasFilms = false } = {},
): Promise<ReadonlyMap<string, StoredFile>> {
  const found = new Map<string, StoredFile>()
  const { taken } = await fittingFiles(storage, content, { hasFilms })
  for (const asset of taken) {
    const bytes = Buffer.concat(await (await storage.read(asset)).toArray())
    const size = asset.endsWith('.webp') ? pictureSize(bytes) : undefined
    if (size || !asset.endsWith('.webp')) found.set(asset, { bytes, size })
  }
  return found
}

/** Files of a unit that no package has room for; what is small comes first, so that one long video keeps out nothing else. */
export async function filesWithoutRoom(
  { storage }: Pick<Context, 'storage'>,
  content: UnitContent,
): Promise<ReadonlySet<string>> {
  const { left } = await fittingFiles(storage, content, { hasFilms: true })
  return new Set(left)
}

async function fittingFiles(
  storage: Context['storage'],
  content: UnitContent,
  { hasFilms }: { hasFilms: boolean },
): Promise<{ taken: string[]; left: string[] }> {
  // Only H5P knows questions about videos.
  const films = new Set(videosOf(content))
  const elements = content.pages.flatMap((page) => page.elements)
  const isAbove = ({ media }: Element) => media?.kind === 'video'
  const named = [
    ...elements.flatMap(({ data, prompt }) => [
      ...assetsOf(data).filter((asset) => !films.has(asset)),
      ...assetsOf(prompt),
    ]),
    ...elements.filter((element) => !isAbove(element)).flatMap(({ media }) => assetsOf(media)),
    ...elements.filter(isAbove).flatMap(({ media }) => assetsOf(media)),
    ...(hasFilms ? films : []),
  ]
  const [taken, left]: [string[], string[]] = [[], []]
  let total = 0
  for (const asset of new Set(named)) {
    const length = await storage.size(asset)
    if (!length) continue
    const list = total + length <= mostBytes ? taken : left
    list.push(asset)
    if (list === taken) total += length
  }
  return { taken, left }
}

function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, file]): [string, Zippable[string]] => [
    name,
    // Pictures and most recordings are packed already.
    typeof file === 'string' ? strToU8(file) : [file, { level: 0 }],
  ])
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}
