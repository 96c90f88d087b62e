import { z } from 'zod'
import { anyWordsSchema } from '#exercises/model/task/data-schemas.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'

const schema = z
  .object({
    min: z.number().int().min(-10).max(10),
    max: z.number().int().min(-10).max(20),
    low: anyWordsSchema,
    high: anyWordsSchema,
  })
  .refine(({ min, max }) => min < max)
type Scale = z.output<typeof schema>

function steps({ min, max, low, high }: Scale) {
  return Array.from({ length: max - min + 1 }, (_, at) => {
    const said = at === 0 ? low : at === max - min ? high : ''
    return { value: String(min + at), text: said ? `${min + at} – ${said}` : String(min + at) }
  })
}

/** How much somebody agrees, between two ends. */
export const scale = elementType<Scale, number | null>({
  type: 'scale',
  place: 250,
  kind: 'collected',
  xapi: 'likert',
  schema,
  parts: () => 0,
  view: (data) => [{ kind: 'choice', name: 'pick', isMulti: false, options: steps(data) }],
  read: ({ min, max }, answers) => {
    const value = numberIn(answers.pick?.[0])
    return value !== undefined && Number.isInteger(value) && value >= min && value <= max ? value : null
  },
  score: () => ({ scaled: null, parts: [] }),
  key: () => null,
  solution: () => [],
  editor: [
    { name: 'min', kind: 'number' },
    { name: 'low', kind: 'line' },
    { name: 'max', kind: 'number' },
    { name: 'high', kind: 'line' },
  ],
  typed: ({ min, max, low, high }) => ({ min: String(min), max: String(max), low, high }),
  fromTyped: (typed) => ({
    min: numberIn(typed.min) ?? 1,
    max: numberIn(typed.max) ?? 5,
    low: typed.low ?? '',
    high: typed.high ?? '',
  }),
})
