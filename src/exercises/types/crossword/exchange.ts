import { at, htmlAt, listAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Crossword } from './data.ts'

export const crosswordExchange: Exchange<Crossword> = {
  h5pIn: {
    'H5P.Crossword': ({ params }) => ({
      prompt: htmlAt(params, 'taskDescription'),
      data: {
        words: listAt(params, 'words').map((word) => ({
          word: wordsAt(word, 'answer'),
          clue: wordsAt(word, 'clue'),
        })),
      },
      ...(listAt(params, 'words').some((word) => at(word, 'extraClue', 'params') !== undefined) && {
        simplified: 'media' as const,
      }),
    }),
  },
}
