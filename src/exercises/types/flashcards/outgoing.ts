import { fileOf } from '#exercises/formats/h5p/export-h5p-graphic.ts'
import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { type H5pMedia, soundFiles } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { readThing } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Flashcards } from './data.ts'

export const flashcardsOutgoing: Outgoing<Flashcards> = {
  h5p: ({ cards, isTyped }, task) => {
    const fronts = cards.map(({ front }) => frontOf(front, task))
    const backs = cards.map(({ back }) => escapeHtml(readThing(back).text))
    if (isTyped)
      return one('H5P.Flashcards', {
        description: task.prompt,
        cards: cards.map(({ tip }, at) => ({ ...fronts[at], answer: backs[at], tip: escapeHtml(tip) })),
      })
    return one('H5P.Dialogcards', {
      description: task.prompt,
      mode: 'normal',
      dialogs: cards.map(({ tip, sound }, at) => {
        const audio = soundFiles(sound, task)
        return {
          ...fronts[at],
          answer: backs[at],
          tips: { front: escapeHtml(tip), back: '' },
          ...(audio && { audio }),
        }
      }),
    })
  },
}

function frontOf(front: string, { sizeOf, sourceStatementOf }: H5pMedia): object {
  const { text, picture } = readThing(front)
  const size = picture && sizeOf(picture.asset)
  if (!picture || !size) return { text: escapeHtml(text) }
  const words = text === picture.alt ? '' : text
  return {
    text: escapeHtml(words),
    image: fileOf(picture.asset, { size, said: sourceStatementOf(picture.asset) }),
    imageAltText: escapeHtml(picture.alt),
  }
}
