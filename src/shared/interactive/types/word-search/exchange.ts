import type { Exchange } from '../../element-type.ts'
import { htmlAt, wordsAt } from '../../formats/h5p-content.ts'
import { lettersOf } from '../../word-grid.ts'
import { sizeFor } from './size.ts'
import type { WordSearch } from './word-search.ts'

export const wordSearchExchange: Exchange<WordSearch> = {
  h5pIn: {
    'H5P.FindTheWords': ({ params }) => {
      const words = wordsAt(params, 'wordList')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => lettersOf(word).length > 1)
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: {
          words: words.map((word) => ({ word, clue: '' })),
          size: sizeFor(words),
          seed: 'h5p',
          showsWords: true,
        },
      }
    },
  },
}
