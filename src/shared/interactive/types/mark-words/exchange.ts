import type { Exchange } from '../../element-type.ts'
import { at, htmlAt } from '../../formats/h5p-content.ts'
import { textOfHtml } from '../../rich-text.ts'
import type { MarkWords } from './mark-words.ts'
import { readMarked } from './marked.ts'

export const markWordsExchange: Exchange<MarkWords> = {
  h5pIn: {
    'H5P.MarkTheWords': ({ params }) => {
      const text = at(params, 'textField')
      return typeof text === 'string'
        ? { prompt: htmlAt(params, 'taskDescription'), data: readMarked(textOfHtml(text)) }
        : undefined
    },
  },
}
