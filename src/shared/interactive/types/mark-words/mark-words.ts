import { z } from 'zod'
import { elementType, picked } from '../../element-type.ts'
import { markWordsExchange } from './exchange.ts'
import { readMarked } from './marked.ts'
import { markWordsOutgoing } from './outgoing.ts'

const schema = z
  .object({
    tokens: z
      .array(
        z.object({
          id: z.string().regex(/^w\d{1,4}$/),
          text: z.string().min(1).max(200),
          isRight: z.boolean(),
        }),
      )
      .min(1)
      .max(2000),
  })
  .refine(({ tokens }) => tokens.some(({ isRight }) => isRight))
export type MarkWords = z.output<typeof schema>

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
