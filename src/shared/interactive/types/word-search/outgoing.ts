import { one } from '../../export-h5p-libraries.ts'
import type { Outgoing } from '../../outgoing.ts'
import { withoutPictures } from '../../things.ts'
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
