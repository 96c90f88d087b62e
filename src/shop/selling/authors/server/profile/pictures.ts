import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context, MemberVisitor } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { webpSize } from '#platform/gateways/images/webp-size.ts'
import { type Parts, pictureFile } from '#platform/http/form/parts.ts'
import { authorBackgroundHeightPx, authorBackgroundMaxWidthPx } from '#platform/limits.ts'
import { type Crop, isWhole, maxZoom, wholeCrop } from '#platform/rules/files/crop.ts'

/** A picture as it was sent: in storage, not in memory, and nobody's until it was examined. */
export interface SentPicture {
  key: string
  sizeBytes: number
  /** What of it is kept; without it, everything. */
  crop?: Crop
  /** Width by height of what is kept, where its kind has no frame of its own. */
  ratio?: number
}

const percent = (what: string, least: number, most: number) =>
  z
    .string()
    .max(100)
    .optional()
    .describe(`${what}, in percent (${least} to ${most}); what is no number is left alone.`)

/** A picture and the part of it that is kept. */
export const croppedParts = {
  fields: z.object({
    left: percent('How far from the left', 0, 100),
    top: percent('How far from the top', 0, 100),
    zoom: percent('How near', wholeCrop.zoom, maxZoom),
  }),
  files: { file: pictureFile },
} satisfies Parts

const presetOf = { avatar: 'author', background: 'background', post: 'post' } as const

/** The frame a picture is seen in, width by height; one in a post has its own shape. */
const ratioOf = {
  avatar: 1,
  background: authorBackgroundMaxWidthPx / authorBackgroundHeightPx,
  post: undefined,
} as const

/** Examines a picture, stores it or the part of it that was chosen, without its metadata, and gives its key and size. @throws ProductError image_invalid */
export async function storePicture(
  context: Context,
  { accountId }: MemberVisitor,
  kind: keyof typeof presetOf,
  picture: SentPicture,
): Promise<{ key: string; size: { width: number; height: number } }> {
  const { crop } = picture
  const ratio = picture.ratio ?? ratioOf[kind]
  const isUncut = picture.ratio === undefined && crop !== undefined && isWhole(crop)
  const part = crop === undefined || isUncut || ratio === undefined ? undefined : { crop, ratio }
  const { path, cleanup } = await context.storage.localPath(picture.key)
  const found = await context.documents.picture(path, String(accountId), { part }).finally(cleanup)
  const size = found && webpSize(found)
  if (found === undefined || size === undefined)
    throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
  const id = randomUUID()
  const { key } = await context.storage.put(`${kind}/${id.slice(0, 2)}/${id}.webp`, found)
  await context.images.prepare(presetOf[kind], key)
  return { key, size }
}
