import { expect, test } from 'vitest'
import { idAt } from '#exercises/model/task/element-type.ts'
import { cardsApart } from './apart.ts'

const columns = 4

function pairs(count: number) {
  const names = Array.from({ length: count }, (_, at) => [`a${idAt(at)}`, `b${idAt(at)}`] as const)
  return {
    cards: names.flatMap(([a, b]) => [{ value: a }, { value: b }]),
    partners: Object.fromEntries(names.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])),
  }
}

test('no card lies beside or below its partner, and every card is there', () => {
  for (let count = 3; count <= 20; count += 1) {
    const { cards, partners } = pairs(count)
    const laid = cardsApart(cards, partners, columns)
    expect(laid.map(({ value }) => value).toSorted()).toEqual(cards.map(({ value }) => value).toSorted())
    for (const [at, { value }] of laid.entries()) {
      if (at % columns < columns - 1) expect(laid[at + 1]?.value).not.toBe(partners[value])
      expect(laid[at + columns]?.value).not.toBe(partners[value])
    }
  }
})
