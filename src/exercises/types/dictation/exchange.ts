import { at, htmlAt, isOn, listAt, soundAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Dictation } from './data.ts'

export const dictationExchange: Exchange<Dictation> = {
  h5pIn: {
    'H5P.Dictation': ({ params, files }) => {
      const sentences = listAt(params, 'sentences').map((sentence) => ({
        text: wordsAt(sentence, 'text'),
        sound: soundAt(files, at(sentence, 'sample')),
      }))
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: {
          sentences,
          lang: '',
          playsMax: 0,
          ignoresSigns: isOn(params, 'behaviour', 'ignorePunctuation'),
        },
        ...(sentences.some(({ sound }) => sound === '') && { simplified: 'sound' as const }),
      }
    },
  },
}
