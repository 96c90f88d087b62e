import { at, heardWords, soundAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
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
