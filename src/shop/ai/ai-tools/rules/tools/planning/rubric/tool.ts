import { partsOf } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

export const rubric = tool({
  id: 'rubric',
  category: 'planning',
  version: 1,
  cost: 2,
  fields: [
    { key: 'topic', kind: 'text', max: 120, required: true },
    { key: 'product', kind: 'select', options: ['text', 'talk', 'poster', 'experiment'], preset: 'talk' },
    { key: 'teamwork', kind: 'toggle', preset: false },
    { key: 'ownCriteria', kind: 'lines', most: 4, hint: true },
  ],
  make({ topic, product, teamwork, ownCriteria }, { text, list }) {
    const lines = [...list(`rubric.${product}`), ...(teamwork ? list('rubric.team') : [])].map(partsOf)
    const own = ownCriteria.map((name) => [name, ...Array.from({ length: 4 }, () => '………')])
    return [
      { type: 'heading', text: text('rubric.title', { topic }) },
      { type: 'para', text: text('nameLine') },
      { type: 'table', head: [text('rubric.criterion'), ...list('rubric.levels')], rows: [...lines, ...own] },
      { type: 'para', text: text('rubric.use') },
      { type: 'heading', level: 3, text: text('rubric.words') },
      { type: 'lines', count: 4 },
    ]
  },
})
