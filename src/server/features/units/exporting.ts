import { strToU8, type Zippable, zipSync } from 'fflate'
import { worldOf } from '#routing/worlds.ts'
import { h5pFiles } from '#shared/interactive/export-h5p.ts'
import { pictureInH5p } from '#shared/interactive/export-h5p-graphic.ts'
import { videoInH5p } from '#shared/interactive/export-h5p-video.ts'
import { qtiFiles } from '#shared/interactive/export-qti.ts'
import { packagedPicture } from '#shared/interactive/export-qti-graphic.ts'
import { qti22Files } from '#shared/interactive/export-qti22.ts'
import { type Exported, type ExportFormat, exportUnit } from '#shared/interactive/exports.ts'
import { type PictureSize, pictureSize } from '#shared/interactive/picture-size.ts'
import type { Hotspot } from '#shared/interactive/types/hotspot/hotspot.ts'
import type { Media } from '#shared/interactive/types/media/media.ts'
import type { VideoQuiz } from '#shared/interactive/types/video-quiz/video-quiz.ts'
import type { UnitContent } from '#shared/interactive/unit.ts'
import { maxPictureBytes } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { printedPicture } from '../../gateways/images/print.ts'
import { ownUnit } from './service.ts'

/** The unit in a format of others. @throws ProductError unauthorized; not_found */
export async function exportOwn(context: Context, id: number, format: ExportFormat): Promise<Exported> {
  return exportUnit((await ownUnit(context, id)).content, format)
}

/** The unit as a QTI package, with the pictures of its questions on pictures. @throws ProductError unauthorized; not_found */
export async function exportQti(context: Context, id: number, version: '3' | '2.2'): Promise<Buffer> {
  const { content } = await ownUnit(context, id)
  const pictures = await picturesOf(context, content, ['hotspot', 'label_image', 'draw'])
  const write = version === '3' ? qtiFiles : qti22Files
  const { files, pictures: shown } = write(content, (asset) => pictures.get(asset)?.size)
  const seen = shown.map((asset): [string, Uint8Array] => [
    packagedPicture(asset),
    pictures.get(asset)?.bytes ?? new Uint8Array(),
  ])
  return zipOf({ ...files, ...Object.fromEntries(seen) })
}

/** The unit as an H5P package: content, pictures and videos, no library. @throws ProductError unauthorized; not_found */
export async function exportH5p(context: Context, id: number): Promise<Buffer> {
  const { content } = await ownUnit(context, id)
  const pictures = new Map<string, StoredPicture>()
  for (const [asset, { bytes, size }] of await picturesOf(context, content, [
    'media',
    'hotspot',
    'label_image',
  ])) {
    const printed = await printedPicture(bytes)
    if (printed) pictures.set(asset, { bytes: printed.jpeg, size })
  }
  const videos = await videosOf(context, content)
  const isThere = { width: 1, height: 1 }
  const sizeOf = (asset: string) => pictures.get(asset)?.size ?? (videos.has(asset) ? isThere : undefined)
  const { files } = h5pFiles(content, worldOf(context.world).lang, sizeOf)
  const seen = [...pictures].map(([asset, { bytes }]) => [`content/${pictureInH5p(asset)}`, bytes] as const)
  const filmed = [...videos].map(([asset, bytes]) => [`content/${videoInH5p(asset)}`, bytes] as const)
  return zipOf({ ...files, ...Object.fromEntries(seen), ...Object.fromEntries(filmed) })
}

/** The videos of questions, as many as a package may hold. */
async function videosOf(
  { storage }: Pick<Context, 'storage'>,
  content: UnitContent,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const elements = content.pages.flatMap((page) => page.elements)
  const asked = elements.flatMap(({ type, data }) =>
    type === 'video_quiz' ? (data as VideoQuiz).video || [] : [],
  )
  const found = new Map<string, Uint8Array>()
  let total = 0
  for (const asset of new Set(asked)) {
    const length = await storage.size(asset)
    if (!length || total + length > mostPictureBytes) continue
    total += length
    found.set(asset, await storage.readBuffer(asset))
  }
  return found
}

interface StoredPicture {
  bytes: Uint8Array
  size: PictureSize
}

/** More than this of pictures is no package to send on; questions with the others stay behind. */
const mostPictureBytes = 3 * maxPictureBytes

async function picturesOf(
  { storage }: Pick<Context, 'storage'>,
  content: UnitContent,
  types: readonly string[],
): Promise<ReadonlyMap<string, StoredPicture>> {
  const found = new Map<string, StoredPicture>()
  const asked = content.pages
    .flatMap((page) => page.elements)
    .flatMap(({ type, data }) => (types.includes(type) ? [(data as Hotspot | Media).picture.asset] : []))
  let total = 0
  for (const asset of new Set(asked)) {
    const length = asset === '' ? undefined : await storage.size(asset)
    if (!length || total + length > mostPictureBytes) continue
    total += length
    const bytes = Buffer.concat(await (await storage.read(asset)).toArray())
    const size = pictureSize(bytes)
    if (size) found.set(asset, { bytes, size })
  }
  return found
}

function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, file]): [string, Zippable[string]] => [
    name,
    // Pictures are packed already.
    typeof file === 'string' ? strToU8(file) : [file, { level: 0 }],
  ])
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}
