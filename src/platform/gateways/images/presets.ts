import * as limits from '#platform/limits.ts'
import type { ImagePreset } from './image-service.ts'

interface Preset {
  /** `crop` fills the frame and cuts what stands out; `resize` keeps everything within it. */
  op: 'crop' | 'resize'
  /** Widths in px that may be asked for, smallest first. */
  widths: readonly number[]
  /** Which of them `src` names. */
  mainWidth: number
  /** Height of the frame for a width, in px. */
  height: (width: number) => number
  quality: { avif: number; webp: number; jpeg: number }
}

const ordinary = { avif: 50, webp: 78, jpeg: 82 }
const same = (quality: number) => ({ avif: quality, webp: quality, jpeg: quality })

/** The only images that are ever made (specification 9). Nothing in an address can ask for another size. */
export const presets: Readonly<Record<ImagePreset, Preset>> = Object.freeze({
  card: {
    op: 'crop',
    widths: [240, 480],
    mainWidth: 240,
    height: (width: number) => (width / 3) * 4,
    quality: ordinary,
  },
  preview: {
    op: 'resize',
    widths: [160, 500, 1000],
    mainWidth: 500,
    height: (width: number) => width,
    quality: ordinary,
  },
  /** Read page by page: A4 at 150 dots an inch, upright or lying. */
  zoom: {
    op: 'resize',
    widths: [1400],
    mainWidth: 1400,
    height: () => 1754,
    quality: ordinary,
  },
  avatar: {
    op: 'crop',
    widths: [limits.headerAvatarPx, limits.headerAvatarPx * 2],
    mainWidth: limits.headerAvatarPx,
    height: (width: number) => width,
    quality: same(limits.headerAvatarQuality),
  },
  author: {
    op: 'crop',
    widths: [limits.authorImagePx, limits.authorImagePx * 2],
    mainWidth: limits.authorImagePx,
    height: (width: number) => width,
    quality: ordinary,
  },
  /** In the text of a post. */
  post: {
    op: 'resize',
    widths: [480, 960, 1440],
    mainWidth: 960,
    height: (width: number) => width * 2,
    quality: ordinary,
  },
  background: {
    op: 'crop',
    widths: [600, limits.authorBackgroundMaxWidthPx],
    mainWidth: limits.authorBackgroundMaxWidthPx,
    height: () => limits.authorBackgroundHeightPx,
    quality: same(limits.authorBackgroundQuality),
  },
})

/** The size an image of `size` really gets in a frame of this preset and width; nothing is enlarged by `resize`. */
export function frameOf(
  preset: ImagePreset,
  width: number,
  size: { width: number; height: number },
): { width: number; height: number } {
  const { op, height } = presets[preset]
  const frame = { width, height: height(width) }
  if (op === 'crop' || size.width <= 0 || size.height <= 0) return frame
  const scale = Math.min(1, frame.width / size.width, frame.height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}
