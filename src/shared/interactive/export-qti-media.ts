import { escapeHtml } from '../rules/escape.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import { packagedPicture } from './export-qti-graphic.ts'
import { type MediaTags, thingHtml } from './formats/media-html.ts'
import { packedName } from './formats/packed-media.ts'

/** Whether a recording of the unit lies in the package. */
export type HasSound = (asset: string) => boolean

/** Where a recording of a unit lies in a package. */
export function packagedSound(asset: string): string {
  return `sounds/${packedName(asset)}`
}

/** What the parts of one item show and sound like. */
export class ItemMedia {
  /** Those of the unit that have to lie in the package, too. */
  readonly pictures = new Set<string>()
  readonly sounds = new Set<string>()
  readonly tags: MediaTags

  constructor(sizeOf: SizeOfPicture, hasSound: HasSound) {
    this.tags = {
      picture: ({ asset, alt }) => {
        const size = sizeOf(asset)
        if (!size) return ''
        this.pictures.add(asset)
        const { width, height } = size
        const src = `../${packagedPicture(asset)}`
        return `<img src="${src}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"/>`
      },
      sound: (asset, words) => {
        if (asset === '' || !hasSound(asset)) return ''
        this.sounds.add(asset)
        const label = escapeHtml(words).replaceAll('\n', '&#10;')
        return `<audio src="../${packagedSound(asset)}" controls="true" aria-label="${label}"></audio>`
      },
    }
  }

  /** A thing of a list. */
  readonly thing = (text: string): string => thingHtml(text, this.tags)

  /** Their paths in the package. */
  get paths(): string[] {
    return [...[...this.pictures].map(packagedPicture), ...[...this.sounds].map(packagedSound)]
  }
}
