import type { Exchange } from '../../element-type.ts'
import { at, listAt, thingAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Memory } from './memory.ts'

export const memoryExchange: Exchange<Memory> = {
  h5pIn: {
    'H5P.MemoryGame': ({ params, files }) => {
      const cards = listAt(params, 'cards')
      const pairs = cards.map((card) => {
        const a = thingAt(files, at(card, 'image'), wordsAt(card, 'imageAlt') || wordsAt(card, 'description'))
        const b = thingAt(files, at(card, 'match'), wordsAt(card, 'matchAlt'))
        return { a, b: b || a }
      })
      // A card there is a picture that sounds, too; here it is one of both.
      const hasSound = cards.some(
        (card) => [...listAt(card, 'audio'), ...listAt(card, 'matchAudio')].length > 0,
      )
      return {
        prompt: '',
        data: { pairs: pairs.filter(({ a }) => a !== '') },
        ...(hasSound && { simplified: 'sound' as const }),
      }
    },
  },
}
