import { escapeHtml } from '#platform/rules/text/escape.ts'
import { type MediaTags, thingHtml, timedFile, videoHtml } from '../media-html.ts'
import { packedName, videoName } from '../packed-media.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import { packagedPicture } from './export-qti-graphic.ts'

/** Whether a recording or a video of the unit lies in the package. */
export type HasSound = (asset: string) => boolean

/** Where a recording of a unit lies in a package. */
export function packagedSound(asset: string): string {
  return `sounds/${packedName(asset)}`
}

/** Where a video of a unit lies in a package. */
export function packagedVideo(asset: string): string {
  return `videos/${videoName(asset)}`
}

/** What the parts of one item show and sound like. */
export class ItemMedia {
  /** Those of the unit that have to lie in the package, too. */
  readonly pictures = new Set<string>()
  readonly sounds = new Set<string>()
  readonly videos = new Set<string>()
  /** Captions, by their paths in the package. */
  readonly texts: Record<string, string> = {}
  readonly tags: MediaTags

  /** `id`: of the item. */
  constructor(id: string, sizeOf: SizeOfPicture, hasSound: HasSound) {
    this.tags = {
      picture: ({ asset, alt }) => {
        const size = sizeOf(asset)
        if (!size) return ''
        this.pictures.add(asset)
        const { width, height } = size
        const src = `../${packagedPicture(asset)}`
        return `<img src="${src}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"/>`
      },
      sound: (asset, words, label = '') => {
        if (asset === '' || !hasSound(asset)) return ''
        this.sounds.add(asset)
        const heard = escapeHtml(words).replaceAll('\n', '&#10;')
        const called = label === '' ? '' : ` label="${escapeHtml(label)}"`
        return `<audio src="../${packagedSound(asset)}" controls="true"${called} aria-label="${heard}"></audio>`
      },
      video: (video) => {
        if (!hasSound(video.asset)) return ''
        this.videos.add(video.asset)
        const captions = timedFile(video)
        const track = captions === undefined ? '' : `videos/${id}.vtt`
        if (captions !== undefined) this.texts[track] = captions
        const src = `../${packagedVideo(video.asset)}`
        return videoHtml(video, { src, track: track && `../${track}`, mark: '' })
      },
    }
  }

  /** A thing of a list. */
  readonly thing = (text: string): string => thingHtml(text, this.tags)

  /** Their paths in the package. */
  get paths(): string[] {
    const { pictures, sounds, videos, texts } = this
    return [
      ...[...pictures].map(packagedPicture),
      ...[...sounds].map(packagedSound),
      ...[...videos].map(packagedVideo),
      ...Object.keys(texts),
    ]
  }
}
