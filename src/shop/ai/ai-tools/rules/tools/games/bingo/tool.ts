import { type Random, shuffled } from '#platform/rules/random.ts'
import { tool, UnfitInput } from '../../../tool.ts'

export const bingo = tool({
  id: 'bingo',
  category: 'games',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'terms', kind: 'lines', least: 9, most: 100, required: true, hint: true },
    { key: 'cards', kind: 'number', min: 2, max: 40, preset: 24 },
    { key: 'side', kind: 'select', options: ['3', '4', '5'], preset: '3' },
  ],
  make({ title, terms, cards: count, side }, { random, text }) {
    const width = Number(side)
    const cards = cardsOf(terms, { count, cells: width * width, random })
    const order = shuffled(distinct(terms), random)
    return [
      { type: 'heading', text: title || text('bingo.title') },
      { type: 'para', text: text('bingo.rules') },
      ...cards.flatMap((cells, at) => [
        { type: 'heading' as const, level: 3 as const, text: text('bingo.card', { number: at + 1 }) },
        {
          type: 'table' as const,
          head: [],
          rows: Array.from({ length: width }, (_, row) => cells.slice(row * width, (row + 1) * width)),
        },
      ]),
      {
        type: 'solution',
        blocks: [
          { type: 'para', text: text('bingo.calling') },
          { type: 'list', ordered: true, items: order },
        ],
      },
    ]
  },
})

const distinct = (terms: readonly string[]) => [
  ...new Map(terms.map((term) => [term.toLocaleLowerCase(), term])).values(),
]

/**
 * Cards with so many different terms each, no two with the same ones.
 * @throws UnfitInput when there are too few terms for that many cards
 */
export function cardsOf(
  terms: readonly string[],
  { count, cells, random }: { count: number; cells: number; random: Random },
): string[][] {
  const all = distinct(terms)
  if (all.length < cells || ways(all.length, cells) < count) throw new UnfitInput('terms', 'too_short')
  const cards = new Map<string, string[]>()
  while (cards.size < count) {
    const card = shuffled(all, random).slice(0, cells)
    const name = card.toSorted().join('\n')
    if (!cards.has(name)) cards.set(name, card)
  }
  return [...cards.values()]
}

/** How many different cards there can be; what is more than a thousand is enough. */
function ways(terms: number, cells: number): number {
  let product = 1
  for (let at = 1; at <= Math.min(cells, terms - cells) && product <= 1000; at += 1)
    product = (product * (terms - at + 1)) / at
  return product
}
