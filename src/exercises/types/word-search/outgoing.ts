import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import type { WordSearch } from './data.ts'
import { h5pOrientations } from './exchange.ts'

export const wordSearchOutgoing: Outgoing<WordSearch> = {
  h5p: (data, { prompt }) => {
    const { words, showsWords, dirs } = withoutPictures(data)
    if (!showsWords || words.some(({ word, clue }) => clue !== '' || word.includes(','))) return []
    return one('H5P.FindTheWords', {
      taskDescription: prompt,
      wordList: words.map(({ word }) => word).join(','),
      behaviour: { orientations: h5pOrientations(dirs), showVocabulary: true },
    })
  },
}
