import { escapeHtml } from '../../../rules/escape.ts'
import { one } from '../../export-h5p-libraries.ts'
import type { Outgoing } from '../../outgoing.ts'
import { withoutPictures } from '../../things.ts'
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
