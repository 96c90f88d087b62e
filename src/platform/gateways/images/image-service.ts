import type { Image } from '#platform/rules/contract/material.ts'

/** Fixed presets: the only sizes the image service makes (specification 7 "crop, convert and resize", 9). */
export interface ImageService {
  /** Signed addresses for one stored image: `src` plus `srcset` of the preset's widths. Pure and fast. */
  image(preset: ImagePreset, imageKey: string, size: { width: number; height: number }): Image
  /** The `src` of `image` alone, not remembered: for lists of thousands, such as sitemaps. */
  address(preset: ImagePreset, imageKey: string): string
  /** Answers GET /images/...; undefined when the address is not one of ours or its signature is wrong. */
  serve(pathname: string, accept: string): Promise<ServedImage | undefined>
  /** The same at once, for an address that was served before and whose picture is in memory; undefined for any other. */
  peek(pathname: string, accept: string): ServedImage | undefined
  /**
   * Makes the AVIF forms of one image ahead of time. AVIF takes many times longer than WebP, so it is
   * never made while somebody waits; it is served once it is there. An unreadable image is left out.
   */
  prepare(preset: ImagePreset, imageKey: string): Promise<void>
}

export type ImagePreset = 'card' | 'preview' | 'zoom' | 'avatar' | 'author' | 'background' | 'post'

/** Sent with `Vary: Accept` and, because an address never changes its picture, as immutable. */
export interface ServedImage {
  body: Buffer
  mediaType: string
  etag: string
}
