import { soundAbove } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { typedOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Audio } from './data.ts'

export const audioOutgoing: Outgoing<Audio> = {
  h5p: ({ sound, transcript }, task) => soundAbove(sound, typedOfHtml(transcript), task),
  standsBefore: ({ sound, transcript }, tags) => tags.sound(sound, typedOfHtml(transcript)) || undefined,
}
