import { at, htmlAt, listAt, soundAt, thingAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import type { Flashcards } from './data.ts'

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
          sound: '',
        })),
      },
    }),
    'H5P.Dialogcards': ({ params, files }) => {
      const dialogs = listAt(params, 'dialogs')
      const cards = dialogs.map((card) => ({
        front: thingAt(files, at(card, 'image'), wordsAt(card, 'imageAltText'), wordsAt(card, 'text')),
        back: wordsAt(card, 'answer'),
        tip: wordsAt(card, 'tips', 'front'),
        sound: soundAt(files, at(card, 'audio')),
      }))
      const hasBackTips = dialogs.some((card) => wordsAt(card, 'tips', 'back') !== '')
      const isHeard = dialogs.every((card, n) => listAt(card, 'audio').length === 0 || cards[n]?.sound !== '')
      return {
        prompt: htmlAt(params, 'description') || htmlAt(params, 'title'),
        data: { isTyped: false, cards },
        ...((!isHeard || hasBackTips) && {
          simplified: isHeard ? ('feedback' as const) : ('sound' as const),
        }),
      }
    },
    // One card: what is guessed stands on its back.
    'H5P.GuessTheAnswer': ({ params, files }) => {
      const words = wordsAt(params, 'taskDescription')
      const front = thingAt(files, at(params, 'solutionImage'), wordsAt(params, 'solutionImageAlt')) || words
      const card = { front: front || '?', back: wordsAt(params, 'solutionText'), tip: '', sound: '' }
      return {
        prompt: front === words ? '' : htmlAt(params, 'taskDescription'),
        data: { isTyped: false, cards: [card] },
      }
    },
  },
}
