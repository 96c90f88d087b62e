import { escapeHtml } from '../rules/escape.ts'
import type { Statement } from './asset-sources.ts'
import { h5pCopyright } from './formats/h5p-rights.ts'
import type { PictureSize } from './picture-size.ts'
import type { Hotspot } from './types/hotspot/hotspot.ts'
import type { LabelImage } from './types/label-image/label-image.ts'
import type { Media } from './types/media/media.ts'

/** Where a picture of a unit lies in the content of a package, as JPEG: not every place that opens one knows WebP. */
export function pictureInH5p(asset: string): string {
  return `images/${asset.slice(asset.lastIndexOf('/') + 1).replace(/\.webp$/, '')}.jpg`
}

/** A picture that is packed: its size, and where it comes from. */
export interface Packed {
  size: PictureSize
  said: Statement | undefined
}

/** A picture as the content of a package names it. */
export function fileOf(asset: string, { size, said }: Packed): object {
  return { path: pictureInH5p(asset), mime: 'image/jpeg', ...size, copyright: h5pCopyright(said) }
}

/** A picture alone. */
export function imageParams({ picture, caption }: Media, said: Statement | undefined): object {
  return {
    contentName: 'Image',
    file: { path: pictureInH5p(picture.asset), mime: 'image/jpeg', copyright: h5pCopyright(said) },
    alt: escapeHtml(picture.alt),
    title: escapeHtml(caption),
  }
}

/** A question for one place of a picture; undefined where several are asked for, which H5P does not know. */
export function hotspotParams(
  { picture, areas, isMulti }: Hotspot,
  taskDescription: string,
  packed: Packed,
): object | undefined {
  // Outlines with corners are nothing H5P knows, either.
  if (isMulti || areas.some(({ shape }) => shape === 'poly')) return undefined
  return {
    imageHotspotQuestion: {
      backgroundImageSettings: fileOf(picture.asset, packed),
      hotspotSettings: {
        taskDescription,
        hotspot: areas.map(({ label, shape, box, isRight }) => ({
          userSettings: { correct: isRight, feedbackText: escapeHtml(label) },
          computedSettings: { ...box, figure: shape === 'circle' ? 'circle' : 'rectangle' },
        })),
      },
    },
  }
}

/** The width H5P draws such a picture in, and what its sizes are counted by, in points. */
const canvas = { width: 620, letter: 16 }
/** Words wait at the lower edge, so many beside each other. */
const waiting = { columns: 4, width: 8, height: 1.5 }

/** A picture whose places take words. */
export function dragParams(
  { picture, zones, items, hasPenalty, isSingle }: LabelImage,
  packed: Packed,
): object {
  const { size } = packed
  const height = Math.round((canvas.width * size.height) / size.width)
  const letters = (percent: number, whole: number) => ((percent / 100) * whole) / canvas.letter
  const rows = Math.ceil(items.length / waiting.columns)
  const dropZones = zones.map(({ box, accepts }, at) => ({
    x: box.x,
    y: box.y,
    width: letters(box.width, canvas.width),
    height: letters(box.height, height),
    correctElements: items.flatMap(({ id }, place) => (accepts.includes(id) ? [String(place)] : [])),
    label: String(at + 1),
    showLabel: true,
    backgroundOpacity: 60,
    single: isSingle,
    autoAlign: true,
  }))
  const elements = items.map(({ text }, at) => ({
    type: { library: 'H5P.AdvancedText 1.1', params: { text: `<p>${escapeHtml(text)}</p>` } },
    x: (at % waiting.columns) * (100 / waiting.columns) + 1,
    y: Math.max(0, 100 - (rows - Math.floor(at / waiting.columns)) * 9),
    width: waiting.width,
    height: waiting.height,
    dropZones: zones.map((_zone, place) => String(place)),
    backgroundOpacity: 100,
    multiple: false,
  }))
  return {
    question: {
      settings: { size: { width: canvas.width, height }, background: fileOf(picture.asset, packed) },
      task: { elements, dropZones },
    },
    behaviour: { enableRetry: true, singlePoint: false, applyPenalties: hasPenalty },
  }
}
