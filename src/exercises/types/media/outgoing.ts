import { seenAlone } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import type { Media } from './data.ts'

export const mediaOutgoing: Outgoing<Media> = {
  h5p: ({ picture, caption }, task) => seenAlone(picture, caption, task),
  // There is no room for its words.
  standsBefore: ({ picture, caption }, tags) =>
    caption === '' ? tags.picture(picture) || undefined : undefined,
}
