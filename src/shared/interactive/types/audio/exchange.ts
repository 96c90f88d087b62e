import type { Exchange } from '../../element-type.ts'
import { at, heardWords, soundAt } from '../../formats/h5p-content.ts'
import { htmlOfTyped } from '../../rich-text.ts'
import type { Audio } from './data.ts'

export const audioExchange: Exchange<Audio> = {
  h5pIn: {
    'H5P.Audio': ({ params, files }) => {
      const sound = soundAt(files, at(params, 'files'))
      if (sound === '') return undefined
      return { prompt: '', data: { sound, transcript: htmlOfTyped(heardWords(params)) } }
    },
  },
}
