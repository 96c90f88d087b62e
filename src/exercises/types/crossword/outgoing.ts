import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Crossword } from './data.ts'

export const crosswordOutgoing: Outgoing<Crossword> = {
  h5p: (data, { prompt }) =>
    one('H5P.Crossword', {
      taskDescription: prompt,
      words: withoutPictures(data).words.map(({ word, clue }) => ({
        answer: escapeHtml(word),
        clue: escapeHtml(clue),
        orientation: 'across',
      })),
    }),
}
