import { randomUUID } from 'node:crypto'
import { type FieldErrors, ProductError } from '#shared/errors.ts'
import { authorBackgroundHeightPx, authorBackgroundMaxWidthPx, maxPictureBytes } from '#shared/limits.ts'
import { type Crop, isWhole } from '#shared/rules/crop.ts'
import type { Context, MemberVisitor } from '../../context.ts'
import { webpSize } from '../../gateways/images/webp-size.ts'
import { incoming } from '../../gateways/storage/storage.ts'
import type { RequestFacts } from '../../http/action.ts'
import { readMultipart } from '../../http/multipart.ts'

/** A picture as it was sent: in storage, not in memory, and nobody's until it was examined. */
export interface SentPicture {
  key: string
  sizeBytes: number
  /** What of it is kept; without it, everything. */
  crop?: Crop
}

/**
 * Reads a multipart form with one picture, `file`, of 10 MB, and takes the picture away again when `use` is done with it.
 * @throws ProductError too_large with the field; invalid_input without a picture; storage_full; what `readMultipart` and
 * `use` throw
 */
export async function withPicture<T>(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
  use: (picture: SentPicture, values: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  let picture: SentPicture | undefined
  let isTooLarge = false
  const limits = { files: 1, fileBytes: maxPictureBytes }
  try {
    const { values } = await readMultipart(request, limits, async (part) => {
      picture = await context.storage.put(`${incoming}/${randomUUID()}`, part.bytes)
      isTooLarge = part.isTruncated()
      return undefined
    })
    if (isTooLarge)
      throw new ProductError('too_large', { fields: { file: 'too_large' } satisfies FieldErrors })
    if (picture === undefined) throw new ProductError('invalid_input', { fields: { file: 'required' } })
    return await use(picture, values)
  } finally {
    if (picture) await context.storage.delete(picture.key)
  }
}

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
  const ratio = ratioOf[kind]
  const part = crop === undefined || isWhole(crop) || ratio === undefined ? undefined : { crop, ratio }
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
