import { elementType, picked } from '../../element-type.ts'
import { type MarkWords, schema } from './data.ts'
import { markWordsExchange } from './exchange.ts'
import { readMarked } from './marked.ts'
import { markWordsOutgoing } from './outgoing.ts'

const words = ({ tokens }: MarkWords) => tokens.filter(({ text }) => text !== '\n')
const rightIds = (data: MarkWords) =>
  words(data)
    .filter(({ isRight }) => isRight)
    .map(({ id }) => id)

export const markWords = elementType<MarkWords, string[]>({
  type: 'mark_words',
  place: 60,
  kind: 'scored',
  schema,
  parts: (data) => rightIds(data).length,
  view: ({ tokens }) => [
    {
      kind: 'tokens',
      name: 'mark',
      tokens: tokens.map(({ id, text }) => (text === '\n' ? { text } : { value: id, text })),
    },
  ],
  read: (_data, answers) => [...(answers.mark ?? [])],
  score: (data, response) => {
    const ids = words(data).map(({ id }) => id)
    return picked(ids, new Set(rightIds(data)), response)
  },
  key: rightIds,
  solution: (data) => [
    words(data)
      .filter(({ isRight }) => isRight)
      .map(({ text }) => text)
      .join(', '),
  ],
  editor: [{ name: 'markedText', kind: 'text' }],
  typed: ({ tokens }) => ({
    markedText: tokens
      .map(({ text, isRight }) => (isRight ? `*${text}*` : text))
      .join(' ')
      .replaceAll(' \n ', '\n'),
  }),
  fromTyped: ({ markedText = '' }) => readMarked(markedText),
  exchange: markWordsExchange,
  outgoing: markWordsOutgoing,
})
