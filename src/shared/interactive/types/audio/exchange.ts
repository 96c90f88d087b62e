import type { Exchange } from '../../element-type.ts'
import { at, soundAt } from '../../formats/h5p-content.ts'
import type { Audio } from './audio.ts'

export const audioExchange: Exchange<Audio> = {
  h5pIn: {
    'H5P.Audio': ({ params, files }) => {
      const sound = soundAt(files, at(params, 'files'))
      return sound === '' ? undefined : { prompt: '', data: { sound, transcript: '' } }
    },
  },
}
