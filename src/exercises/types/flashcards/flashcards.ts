import { isSameAnswer, readAnswer } from '#exercises/model/engines/typed-answer.ts'
import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type Flashcards, schema } from './data.ts'
import { flashcardsExchange } from './exchange.ts'
import { flashcardsOutgoing } from './outgoing.ts'

/** With one word on the back or several, parted by a slash. */
const answers = (back: string) => back.split('/').map((each) => each.trim())

export const flashcards = elementType<Flashcards, Record<string, string>>({
  type: 'flashcards',
  place: 150,
  kind: 'scored',
  schema,
  parts: ({ cards, isTyped }) => (isTyped ? cards.length : 0),
  view: ({ cards, isTyped }) => [
    {
      kind: 'cards',
      // What is asked for is not given away.
      cards: cards.map(({ front, back, tip, sound }, at) =>
        isTyped ? { front, back: '', tip, sound, name: idAt(at) } : { front, back, tip, sound },
      ),
    },
  ],
  read: ({ cards, isTyped }, said) =>
    Object.fromEntries(
      cards.flatMap((_card, at) => {
        const text = said[idAt(at)]?.[0]
        return isTyped && text ? [[idAt(at), text]] : []
      }),
    ),
  score: ({ cards, isTyped }, response) => {
    if (!isTyped) return { scaled: null, parts: [] }
    return verdict(
      cards.map(({ back }, at) => {
        const read = readAnswer(response[idAt(at)] ?? '')
        return part(
          idAt(at),
          answers(back).some((answer) => isSameAnswer(read, answer)),
        )
      }),
    )
  },
  key: ({ cards, isTyped }) =>
    isTyped ? Object.fromEntries(cards.map(({ back }, at) => [idAt(at), answers(back)[0] ?? ''])) : {},
  solution: ({ cards }) => cards.map(({ front, back }) => `${front} – ${back}`),
  editor: [
    {
      name: 'cards',
      kind: 'lines',
      list: { columns: ['front', 'back', 'tip'], hasSound: true },
      soundPart: 3,
    },
    { name: 'isTyped', kind: 'check' },
  ],
  typed: ({ cards, isTyped }) => ({
    cards: cards.map(({ front, back, tip, sound }) => writeLine([front, back, tip, sound])).join('\n'),
    isTyped: tick(isTyped),
  }),
  fromTyped: (typed) => ({
    cards: readLines(typed.cards ?? '').map(({ parts: [front = '', back = '', tip = '', sound = ''] }) => ({
      front,
      back,
      tip,
      sound,
    })),
    isTyped: ticked(typed, 'isTyped'),
  }),
  exchange: flashcardsExchange,
  outgoing: flashcardsOutgoing,
})
