import { escapeHtml } from '../../../rules/escape.ts'
import { one } from '../../export-h5p-libraries.ts'
import { soundFiles } from '../../export-h5p-media.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { Dictation } from './data.ts'

export const dictationOutgoing: Outgoing<Dictation> = {
  h5p: ({ sentences, playsMax, ignoresSigns }, task) => {
    const heard = sentences.map(({ text, sound }) => ({
      text: escapeHtml(text),
      sample: soundFiles(sound, task),
    }))
    // What a voice of the device reads is no recording.
    if (heard.some(({ sample }) => !sample)) return []
    return one('H5P.Dictation', {
      taskDescription: task.prompt,
      sentences: heard,
      behaviour: {
        ignorePunctuation: ignoresSigns,
        ...(playsMax > 0 && { tries: playsMax }),
        enableRetry: true,
        enableSolution: true,
      },
    })
  },
}
