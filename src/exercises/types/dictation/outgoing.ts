import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { soundFiles } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
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
