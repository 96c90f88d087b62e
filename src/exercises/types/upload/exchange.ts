import { htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Upload } from './data.ts'

export const uploadExchange: Exchange<Upload> = {
  h5pIn: {
    // What is recorded there stays in the browser; here a teacher hears it.
    'H5P.AudioRecorder': ({ params }) => ({
      prompt: htmlAt(params, 'title'),
      data: { accepts: 'audio', lines: 4 },
    }),
  },
}
