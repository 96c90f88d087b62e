import { shuffled } from '#platform/rules/random.ts'
import { pairsOf } from '../../../pair-lines.ts'
import { tool, UnfitInput } from '../../../tool.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export const pairs = tool({
  id: 'pairs',
  category: 'games',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'pairLines', kind: 'lines', least: 3, most: 26, required: true, hint: true },
    { key: 'pairGame', kind: 'select', options: ['match', 'cards', 'domino'], preset: 'match' },
  ],
  make({ title, pairLines, pairGame }, { random, text }) {
    const all = pairsOf(pairLines, 'pairLines')
    const seconds = all.map(([, second]) => second)
    if (new Set(all.map(([first]) => first)).size < all.length || new Set(seconds).size < all.length)
      throw new UnfitInput('pairLines', 'invalid')
    const head = [
      { type: 'heading' as const, text: title || text(`pairs.title.${pairGame}`) },
      { type: 'para' as const, text: text(`pairs.task.${pairGame}`) },
    ]
    const key = { type: 'table' as const, head: [], rows: all.map(([first, second]) => [first, second]) }
    if (pairGame === 'cards') {
      const cards = shuffled(all.flat(), random)
      const rows = Array.from({ length: Math.ceil(cards.length / 3) }, (_, row) =>
        [0, 1, 2].map((column) => cards[row * 3 + column] ?? ''),
      )
      return [...head, { type: 'table', head: [], rows }, { type: 'solution', blocks: [key] }]
    }
    if (pairGame === 'domino') {
      const order = shuffled(all, random)
      // Each stone carries the second half of the one before, so all of them make a ring.
      const stones = order.map(([first], at) => [order.at(at - 1)?.[1] ?? '', first])
      return [
        ...head,
        { type: 'table', head: [], rows: shuffled(stones, random) },
        { type: 'solution', blocks: [key] },
      ]
    }
    const right = shuffled(seconds, random)
    const letterOf = (second: string) => letters[right.indexOf(second)] ?? ''
    return [
      ...head,
      {
        type: 'table',
        head: [],
        rows: all.map(([first], at) => [`${at + 1}.  ${first}`, '____', `${letters[at]}.  ${right[at]}`]),
      },
      {
        type: 'solution',
        blocks: [
          { type: 'para', text: all.map(([, second], at) => `${at + 1}${letterOf(second)}`).join('   ') },
        ],
      },
    ]
  },
})
