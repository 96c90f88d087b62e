import type { Exchange } from '../../element-type.ts'
import { htmlAt, listAt, wordsAt } from '../../formats/h5p-content.ts'
import type { Flashcards } from './flashcards.ts'

export const flashcardsExchange: Exchange<Flashcards> = {
  h5pIn: {
    'H5P.Flashcards': ({ params }) => ({
      prompt: htmlAt(params, 'description'),
      data: {
        isTyped: true,
        cards: listAt(params, 'cards').map((card) => ({
          front: wordsAt(card, 'text') || wordsAt(card, 'imageAltText') || '?',
          back: wordsAt(card, 'answer'),
          tip: wordsAt(card, 'tip'),
        })),
      },
      simplified: 'pictures',
    }),
    'H5P.Dialogcards': ({ params }) => ({
      prompt: htmlAt(params, 'description') || htmlAt(params, 'title'),
      data: {
        isTyped: false,
        cards: listAt(params, 'dialogs').map((card) => ({
          front: wordsAt(card, 'text') || wordsAt(card, 'imageAltText'),
          back: wordsAt(card, 'answer'),
          tip: wordsAt(card, 'tips', 'front'),
        })),
      },
      simplified: 'media',
    }),
  },
}
