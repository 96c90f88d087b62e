import type { Exchange } from '../../element-type.ts'
import { at, listAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Memory } from './memory.ts'

export const memoryExchange: Exchange<Memory> = {
  h5pIn: {
    'H5P.MemoryGame': ({ params }) => {
      const pairs = listAt(params, 'cards').map((card) => {
        const a = wordsAt(card, 'imageAlt') || wordsAt(card, 'description')
        const b = wordsAt(card, 'matchAlt') || a
        return at(card, 'image') || a ? { a, b } : { a: '', b: '' }
      })
      return { prompt: '', data: { pairs: pairs.filter(({ a }) => a !== '') }, simplified: 'pictures' }
    },
  },
}
