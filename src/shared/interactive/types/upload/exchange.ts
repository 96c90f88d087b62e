import type { Exchange } from '../../element-type.ts'
import { htmlAt } from '../../formats/h5p-content.ts'
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
