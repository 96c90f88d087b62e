import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Image } from '#platform/rules/contract/material.ts'
import { createSigner } from '../signer.ts'
import type { ImagePreset } from './image-service.ts'
import { frameOf, presets } from './presets.ts'

export interface ImageAddresses {
  image: (preset: ImagePreset, imageKey: string, size: { width: number; height: number }) => Image
  /** The `src` alone and unremembered: for lists of thousands. */
  address: (preset: ImagePreset, imageKey: string) => string
  /** Undefined when the path is no image address or its signature is not ours. */
  read: (pathname: string) => { preset: ImagePreset; width: number; imageKey: string } | undefined
}

const addressForm =
  /^\/images\/(crop|resize)\/([a-z]{1,20})\/(\d{1,4})\/([A-Za-z0-9_-]{22})\/([a-z0-9._/-]{1,400})$/
/** Roughly 8 MB; a hot page asks for the same 24 cards again and again. */
const rememberedImages = 10_000

/**
 * Writes and reads `/images/{op}/{preset}/{width}/{signature}/{imageKey}`. The signature (HMAC-SHA-256, cut to
 * 128 bit) covers preset and key; the width needs none because a preset only knows a few.
 */
export function createImageAddresses(secret: string | Buffer): ImageAddresses {
  const remembered = new LRUCache<string, Image>({ max: rememberedImages })
  const sign = createSigner(secret)

  function signature(preset: ImagePreset, imageKey: string): Buffer {
    return sign(`image ${preset} ${imageKey}`).subarray(0, 16)
  }

  function build(preset: ImagePreset, imageKey: string, size: { width: number; height: number }): Image {
    const { op, widths, mainWidth } = presets[preset]
    const signed = signature(preset, imageKey).toString('base64url')
    const address = (width: number) => `/images/${op}/${preset}/${width}/${signed}/${imageKey}`
    const srcset = widths
      .map((width) => `${address(width)} ${frameOf(preset, width, size).width}w`)
      .join(', ')
    return Object.freeze({ src: address(mainWidth), srcset, ...frameOf(preset, mainWidth, size) })
  }

  return {
    address(preset, imageKey) {
      const { op, mainWidth } = presets[preset]
      return `/images/${op}/${preset}/${mainWidth}/${signature(preset, imageKey).toString('base64url')}/${imageKey}`
    },
    image(preset, imageKey, size) {
      const name =
        presets[preset].op === 'crop'
          ? `${preset} ${imageKey}`
          : `${preset} ${size.width} ${size.height} ${imageKey}`
      const known = remembered.get(name)
      if (known) return known
      const made = build(preset, imageKey, size)
      remembered.set(name, made)
      return made
    },
    read(pathname) {
      const [, op, name, digits, sign, imageKey] = addressForm.exec(pathname) ?? []
      if (!name || !sign || !imageKey || !Object.hasOwn(presets, name)) return undefined
      const preset = name as ImagePreset
      const width = Number(digits)
      if (presets[preset].op !== op || !presets[preset].widths.includes(width)) return undefined
      const given = Buffer.from(sign, 'base64url')
      // The last letter of 22 carries 4 spare bits: only the one spelling we write is ours.
      if (given.length !== 16 || given.toString('base64url') !== sign) return undefined
      return timingSafeEqual(given, signature(preset, imageKey)) ? { preset, width, imageKey } : undefined
    },
  }
}
