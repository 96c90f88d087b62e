import type { Image } from '#shared/contract/material.ts'

/** Fixed presets: the only sizes the image service makes (specification 7 "crop, convert and resize", 9). */
export interface ImageService {
  /** Signed addresses for one stored image: `src` plus `srcset` of the preset's widths. Pure and fast. */
  image(preset: ImagePreset, imageKey: string, size: { width: number; height: number }): Image
  /** Answers GET /images/...; undefined when the address is not one of ours or its signature is wrong. */
  serve(pathname: string, accept: string): Promise<ServedImage | undefined>
}

export type ImagePreset = 'card' | 'preview' | 'avatar' | 'author' | 'background'

export interface ServedImage {
  body: Buffer
  mediaType: string
  etag: string
}
