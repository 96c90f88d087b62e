import type { Exchange } from '../../element-type.ts'
import { htmlAt, isOn, listAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Dictation } from './dictation.ts'

export const dictationExchange: Exchange<Dictation> = {
  h5pIn: {
    'H5P.Dictation': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: {
        sentences: listAt(params, 'sentences').map((sentence) => ({ text: wordsAt(sentence, 'text') })),
        lang: '',
        playsMax: 0,
        ignoresSigns: isOn(params, 'behaviour', 'ignorePunctuation'),
      },
      simplified: 'sound',
    }),
  },
}
