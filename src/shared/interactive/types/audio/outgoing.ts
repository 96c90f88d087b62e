import { one } from '../../export-h5p-libraries.ts'
import { audioParams, soundFiles } from '../../export-h5p-media.ts'
import type { Outgoing } from '../../outgoing.ts'
import { typedOfHtml } from '../../rich-text.ts'
import type { Audio } from './audio.ts'

export const audioOutgoing: Outgoing<Audio> = {
  h5p: ({ sound, transcript }, task) => {
    const files = soundFiles(sound, task)
    return files ? one('H5P.Audio', audioParams(files, typedOfHtml(transcript))) : []
  },
  standsBefore: ({ sound, transcript }, tags) => tags.sound(sound, typedOfHtml(transcript)) || undefined,
}
