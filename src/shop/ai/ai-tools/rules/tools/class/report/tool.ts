import { tool } from '../../../tool.ts'

const competences = ['takes_part', 'works_alone', 'cooperates', 'reads', 'writes', 'calculates'] as const
const levels = ['none', 'sure', 'mostly', 'helped'] as const

export const report = tool({
  id: 'report',
  category: 'class',
  version: 1,
  cost: 1,
  fields: [
    { key: 'pseudonym', kind: 'text', max: 12, required: true, hint: true },
    ...competences.map((key) => ({
      key: `can_${key}` as const,
      kind: 'select' as const,
      options: levels,
      preset: 'none' as const,
    })),
    { key: 'observations', kind: 'textarea', max: 500, hint: true },
  ],
  make(inputs, { text }) {
    const { pseudonym, observations } = inputs
    const said = competences.flatMap((key) => {
      const chosen = inputs[`can_${key}`]
      return chosen === 'none' ? [] : [text(`report.${key}.${chosen}`, { name: pseudonym })]
    })
    const lines =
      said.length > 0 ? said : competences.map((key) => text(`report.${key}.mostly`, { name: pseudonym }))
    return [
      { type: 'heading', text: text('report.title', { name: pseudonym }) },
      { type: 'para', text: lines.join(' ') },
      ...(observations === '' ? [] : [{ type: 'para' as const, text: observations }]),
      { type: 'para', text: text('report.note') },
    ]
  },
})
