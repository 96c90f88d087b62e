import { elementType, picked } from '#exercises/model/task/element-type.ts'
import { numberIn, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { type MarkWords, schema } from './data.ts'
import { markWordsExchange } from './exchange.ts'
import { readMarked, readPhrases, writePhrases } from './marked.ts'
import { markWordsOutgoing } from './outgoing.ts'

const words = ({ tokens }: MarkWords) => tokens.filter(({ text, isFixed }) => text !== '\n' && !isFixed)
const wordOf = ({ text, isRight }: MarkWords['tokens'][number]) => (isRight ? `*${text}*` : text)
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
  view: ({ tokens, most }) => [
    {
      kind: 'tokens',
      name: 'mark',
      tokens: tokens.map(({ id, text, isFixed }) =>
        text === '\n' || isFixed ? { text } : { value: id, text },
      ),
      ...(most > 0 && { most }),
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
  editor: [
    { name: 'markedText', kind: 'text' },
    { name: 'onlyMarked', kind: 'check' },
    { name: 'most', kind: 'number' },
  ],
  typed: ({ tokens, onlyMarked, most }) => ({
    markedText: (onlyMarked ? writePhrases(tokens) : tokens.map(wordOf).join(' ')).replaceAll(' \n ', '\n'),
    onlyMarked: tick(onlyMarked),
    most: most > 0 ? String(most) : '',
  }),
  fromTyped: (typed) => ({
    ...(ticked(typed, 'onlyMarked') ? readPhrases : readMarked)(typed.markedText ?? ''),
    onlyMarked: ticked(typed, 'onlyMarked'),
    most: numberIn(typed.most) ?? 0,
  }),
  exchange: markWordsExchange,
  outgoing: markWordsOutgoing,
})
