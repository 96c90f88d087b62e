import type { Exchange } from '../../element-type.ts'
import { at, htmlAt, isOn, listAt, soundAt, wordsAt } from '../../formats/h5p-content.ts'
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
