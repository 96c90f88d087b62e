import { soundAbove } from '../../export-h5p-media.ts'
import type { Outgoing } from '../../outgoing.ts'
import { typedOfHtml } from '../../rich-text.ts'
import type { Audio } from './data.ts'

export const audioOutgoing: Outgoing<Audio> = {
  h5p: ({ sound, transcript }, task) => soundAbove(sound, typedOfHtml(transcript), task),
  standsBefore: ({ sound, transcript }, tags) => tags.sound(sound, typedOfHtml(transcript)) || undefined,
}
