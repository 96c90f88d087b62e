import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PinStep, pinsAfter } from './pins.ts'

const steps = ['pin', 'unpin', 'up', 'down'] as const satisfies readonly PinStep[]
const changed = (ids: number[], step: PinStep, materialId: number) => pinsAfter(ids, { step, materialId })

describe('the order of pinned materials', () => {
  test.each([
    ['pin', 9, [1, 2, 3, 9]],
    ['pin', 2, [1, 2, 3]],
    ['unpin', 2, [1, 3]],
    ['up', 3, [1, 3, 2]],
    ['up', 1, [1, 2, 3]],
    ['down', 1, [2, 1, 3]],
    ['down', 3, [1, 2, 3]],
  ] as const)('%s %i', (step, materialId, expected) => {
    expect(changed([1, 2, 3], step, materialId)).toEqual(expected)
  })

  test.each(['unpin', 'up', 'down'] as const)('%s of what is not pinned is not found', (step) => {
    expect(() => changed([1, 2, 3], step, 9)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('said as a whole it is that, each once', () => {
    expect(pinsAfter([1, 2], { materialIds: [3, 1, 3] })).toEqual([3, 1])
    expect(pinsAfter([1, 2], { materialIds: [] })).toEqual([])
  })

  test('a step touches no other one, and is undone by its opposite', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(ids, fc.nat(), fc.constantFrom(...steps), (order, at, step) => {
        const one = order[at % order.length] ?? 0
        const others = (list: readonly number[]) => list.filter((id) => id !== one)
        const next = changed(order, step, one)
        expect(others(next)).toEqual(others(order))
        expect(new Set(next).size).toBe(next.length)
        if (step === 'unpin' && order.at(-1) === one) expect(changed(next, 'pin', one)).toEqual(order)
        if (step === 'up' && order[0] !== one) expect(changed(next, 'down', one)).toEqual(order)
      }),
    )
  })
})
