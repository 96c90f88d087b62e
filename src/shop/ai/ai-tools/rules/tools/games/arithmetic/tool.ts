import { tool } from '../../../tool.ts'
import { sums } from './sums.ts'

const kinds = ['plus', 'minus', 'plus_minus', 'times', 'divide', 'times_divide', 'all'] as const
const carries = ['any', 'never', 'always'] as const

export const arithmetic = tool({
  id: 'arithmetic',
  category: 'games',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'sums', kind: 'select', options: kinds, preset: 'plus_minus' },
    { key: 'range', kind: 'select', options: ['10', '20', '100', '1000'], preset: '100' },
    { key: 'carry', kind: 'select', options: carries, preset: 'any', hint: true },
    { key: 'count', kind: 'number', min: 4, max: 60, preset: 24 },
    { key: 'gapAnywhere', kind: 'toggle', preset: false, hint: true },
  ],
  make({ title, sums: kind, range, carry, count, gapAnywhere }, { random, text }) {
    const made = sums({ kind, most: Number(range), carry, count, gapAnywhere, random })
    const sign = { plus: '+', minus: '−', times: text('arithmetic.times'), divide: text('arithmetic.divide') }
    const shown = ({ left, right, result, operation, gap }: (typeof made)[number], isSolved: boolean) => {
      const part = (at: 'left' | 'right' | 'result', value: number) =>
        at === gap && !isSolved ? '____' : String(value)
      return `${part('left', left)} ${sign[operation]} ${part('right', right)} = ${part('result', result)}`
    }
    const table = (isSolved: boolean) => {
      const columns = count > 12 ? 3 : 2
      const lines = Math.ceil(made.length / columns)
      return {
        type: 'table' as const,
        head: [],
        rows: Array.from({ length: lines }, (_, line) =>
          Array.from({ length: columns }, (_, column) => {
            const at = column * lines + line
            const sum = made[at]
            return sum ? `${at + 1})  ${shown(sum, isSolved)}` : ''
          }),
        ),
      }
    }
    return [
      { type: 'heading', text: title || text('arithmetic.title', { range }) },
      { type: 'para', text: text('nameLine') },
      table(false),
      { type: 'solution', blocks: [table(true)] },
    ]
  },
})
