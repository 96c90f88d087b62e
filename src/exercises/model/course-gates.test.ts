import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { courseGates, isCourseDone, isItemDone, openItems } from './course-gates.ts'

const items = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    kind: fc.constantFrom('unit', 'text'),
    isRequired: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)
const rule = fc.record({
  gate: fc.constantFrom(...courseGates),
  minPercent: fc.integer({ min: 1, max: 100 }),
})
const percents = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { minLength: 8, maxLength: 8 })

describe('the way through a course', () => {
  test('opens in order, and never closes by doing more', () => {
    fc.assert(
      fc.property(items, rule, percents, (list, rules, values) => {
        const all = list.map(({ id }, at) => [id, values[at] ?? null] as const)
        for (let count = 0; count < list.length; count += 1) {
          const open = openItems(list, new Map(all.slice(0, count)), rules)
          const more = openItems(list, new Map(all.slice(0, count + 1)), rules)
          expect([...open].every((id) => more.has(id))).toBe(true)
          expect(open.has(list[0]?.id ?? '')).toBe(true)
          if (rules.gate === 'none') expect(open.size).toBe(list.length)
        }
      }),
    )
  })

  test('ends only when all that is required is done', () => {
    fc.assert(
      fc.property(items, rule, (list, rules) => {
        const full = new Map(list.map(({ id }) => [id, 100]))
        expect(isCourseDone(list, full, rules)).toBe(list.length > 0)
        const hurdle = list.find(({ isRequired }) => isRequired)
        if (!hurdle) return
        const without = new Map([...full].filter(([id]) => id !== hurdle.id))
        expect([isCourseDone(list, without, rules), isItemDone(hurdle, without, rules)]).toEqual([
          false,
          false,
        ])
      }),
    )
  })
})
