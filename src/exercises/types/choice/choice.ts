import { elementType, idAt, picked, type Verdict } from '#exercises/model/task/element-type.ts'
import { fractionIn, percentOf, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type Choice, policies, schema } from './data.ts'
import { choiceExchange } from './exchange.ts'
import { choiceOutgoing } from './outgoing.ts'
import { shared } from './shares.ts'

const rightIds = ({ options }: Choice) => options.filter(({ weight }) => weight > 0).map(({ id }) => id)

/** Shares are clamped (interactive-ai.md 3); those that come to less than everything, as thirds do, are measured by what they come to. */
function score(data: Choice, response: readonly string[]): Verdict {
  const ids = data.options.map(({ id }) => id)
  const right = new Set(rightIds(data))
  const chosen = [...new Set(response)].filter((id) => ids.includes(id))
  const net = picked(ids, right, chosen)
  if (!data.isMulti) {
    const weight = chosen.length === 1 ? (data.options.find(({ id }) => id === chosen[0])?.weight ?? 0) : 0
    return { ...net, scaled: Math.max(0, weight) }
  }
  if (data.policy === 'net' || right.size === 0) return net
  const isAll = chosen.length === right.size && chosen.every((id) => right.has(id))
  if (data.policy === 'all') return { ...net, scaled: isAll ? 1 : 0 }
  const sum = data.options
    .filter(({ id }) => chosen.includes(id))
    .reduce((all, { weight }) => all + weight, 0)
  return { ...net, scaled: Math.min(1, Math.max(0, sum / Math.min(1, shared(data.options)))) }
}

export const choice = elementType<Choice, string[]>({
  type: 'choice',
  place: 10,
  kind: 'scored',
  schema,
  parts: (data) => (data.isMulti ? Math.max(1, rightIds(data).length) : 1),
  // Where nothing is right, ticking nothing is one answer.
  picks: (data) => (data.isMulti && rightIds(data).length > 0 ? rightIds(data).length : undefined),
  view: ({ isMulti, options }, random) => [
    {
      kind: 'choice',
      name: 'pick',
      isMulti,
      options: mixed(options, random).map(({ id, text }) => ({ value: id, text })),
    },
  ],
  read: (_data, answers) => [...(answers.pick ?? [])],
  score,
  key: (data) => {
    if (data.isMulti) return rightIds(data)
    const best = [...data.options].sort((a, b) => b.weight - a.weight)[0]
    return best ? [best.id] : []
  },
  said: ({ options }, response) =>
    options.filter(({ id }) => response.includes(id)).map(({ feedback }) => feedback),
  solution: ({ options }) => options.filter(({ weight }) => weight > 0).map(({ text }) => text),
  editor: [
    { name: 'options', kind: 'lines', list: { columns: ['answer', 'feedback'], isMarked: true }, heard: 1 },
    { name: 'isMulti', kind: 'check' },
    { name: 'policy', kind: policies },
  ],
  typed: ({ isMulti, policy, options }) => ({
    options: options
      .map(({ text, feedback, weight }) => {
        const usual = weight > 0 ? 1 : 0
        return writeLine([text, feedback, percentOf(weight, usual)], weight > 0)
      })
      .join('\n'),
    isMulti: tick(isMulti),
    policy,
  }),
  fromTyped: (typed) => ({
    isMulti: ticked(typed, 'isMulti'),
    policy: typed.policy || 'net',
    options: readLines(typed.options ?? '').map(
      ({ isMarked, parts: [text = '', feedback = '', weight] }, at) => ({
        id: idAt(at),
        text,
        feedback,
        weight: fractionIn(weight, isMarked ? 1 : 0),
      }),
    ),
  }),
  exchange: choiceExchange,
  outgoing: choiceOutgoing,
})
