import { htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { OpenAnswer } from './data.ts'

/** Room to write into; what stands in it before anybody writes has no place here. */
export const openAnswerExchange: Exchange<OpenAnswer> = {
  h5pIn: {
    'H5P.OpenEndedQuestion': ({ params }) => ({ prompt: htmlAt(params, 'question'), data: { max: 2000 } }),
    'H5P.TextInputField': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: { max: 2000 },
    }),
    'H5P.ExportableTextArea': ({ params }) => ({ prompt: htmlAt(params, 'label'), data: { max: 2000 } }),
  },
}
