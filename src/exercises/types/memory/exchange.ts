import { areHeard, at, listAt, thingAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Memory } from './data.ts'

export const memoryExchange: Exchange<Memory> = {
  h5pIn: {
    'H5P.MemoryGame': ({ params, files }) => {
      const cards = listAt(params, 'cards')
      const pairs = cards.map((card) => {
        const alt = wordsAt(card, 'imageAlt') || wordsAt(card, 'description')
        const a = thingAt(files, at(card, 'image'), alt, '', at(card, 'audio'))
        const b = thingAt(files, at(card, 'match'), wordsAt(card, 'matchAlt'), '', at(card, 'matchAudio'))
        return { a, b: b || a }
      })
      const heard = cards.flatMap((card, n) => [
        { recordings: at(card, 'audio'), thing: pairs[n]?.a ?? '' },
        { recordings: at(card, 'matchAudio'), thing: pairs[n]?.b ?? '' },
      ])
      return {
        prompt: '',
        data: { pairs: pairs.filter(({ a }) => a !== '') },
        ...(!areHeard(heard) && { simplified: 'sound' as const }),
      }
    },
  },
}
