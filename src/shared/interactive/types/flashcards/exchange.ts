import type { Exchange } from '../../element-type.ts'
import { at, htmlAt, listAt, thingAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Flashcards } from './flashcards.ts'

export const flashcardsExchange: Exchange<Flashcards> = {
  h5pIn: {
    'H5P.Flashcards': ({ params, files }) => ({
      prompt: htmlAt(params, 'description'),
      data: {
        isTyped: true,
        cards: listAt(params, 'cards').map((card) => ({
          front:
            thingAt(files, at(card, 'image'), wordsAt(card, 'imageAltText'), wordsAt(card, 'text')) || '?',
          back: wordsAt(card, 'answer'),
          tip: wordsAt(card, 'tip'),
        })),
      },
    }),
    'H5P.Dialogcards': ({ params, files }) => ({
      prompt: htmlAt(params, 'description') || htmlAt(params, 'title'),
      data: {
        isTyped: false,
        cards: listAt(params, 'dialogs').map((card) => ({
          front: thingAt(files, at(card, 'image'), wordsAt(card, 'imageAltText'), wordsAt(card, 'text')),
          back: wordsAt(card, 'answer'),
          tip: wordsAt(card, 'tips', 'front'),
        })),
      },
      // Some of its cards are spoken.
      ...(listAt(params, 'dialogs').some((card) => listAt(card, 'audio').length > 0) && {
        simplified: 'sound' as const,
      }),
    }),
  },
}
