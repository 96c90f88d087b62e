import { z } from 'zod'
import { type Parts, pictureFile } from '#platform/http/form/parts.ts'
import { maxPictureBytes } from '#platform/limits.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { mediaTypes } from '#platform/rules/files/media-types.ts'
import { assetReceiver } from './assets.ts'

/** The form of a task, where the file stands afterwards until that is saved; calls need none of it. */
const place = z.object({
  element: z.string().regex(/^[0-9a-z]{1,26}$/),
  type: z.string().regex(/^[a-z_]{1,40}$/),
  /** Of a list the line it belongs to; above the task; between its words. */
  place: z.string().regex(/^(?:\d{1,3}-\d|media|words)$/),
})

export const assetParts = {
  fields: place.partial(),
  files: {
    file: {
      description: `A picture (${maxPictureBytes / 1024 / 1024} MB), a recording (${unitLimits.soundBytes / 1024 / 1024} MB) or a video.`,
      types: [...mediaTypes.picture, ...mediaTypes.sound, ...mediaTypes.video],
      maxBytes: unitLimits.videoBytes,
    },
  },
} satisfies Parts

export const unitCoverParts = {
  fields: z.object({ alt: z.string().max(500).default('').describe('What the picture shows.') }),
  files: { file: pictureFile },
} satisfies Parts

export const addAsset = assetReceiver(assetParts)
export const addCover = assetReceiver(unitCoverParts)
