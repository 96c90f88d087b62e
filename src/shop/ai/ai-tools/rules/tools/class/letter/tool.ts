import { tool } from '../../../tool.ts'

const occasions = ['trip', 'evening', 'project', 'materials', 'closed'] as const

export const letter = tool({
  id: 'letter',
  category: 'class',
  version: 1,
  cost: 1,
  fields: [
    { key: 'occasion', kind: 'select', options: occasions, preset: 'trip' },
    { key: 'tone', kind: 'select', options: ['warm', 'formal'], preset: 'warm' },
    { key: 'about', kind: 'text', max: 120, required: true, hint: true },
    { key: 'when', kind: 'text', max: 80 },
    { key: 'where', kind: 'text', max: 120 },
    { key: 'costs', kind: 'text', max: 40 },
    { key: 'bring', kind: 'lines', most: 12, hint: true },
    { key: 'slip', kind: 'toggle', preset: true },
  ],
  make({ occasion, tone, about, when, where, costs, bring, slip }, { text }) {
    const facts = [
      ['when', when],
      ['where', where],
      ['costs', costs],
    ].flatMap(([key, value]) => (value ? [[text(`letter.${key}`), value]] : []))
    const para = (value: string) => ({ type: 'para' as const, text: value })
    return [
      { type: 'heading', text: about },
      para(text(`letter.${tone}.hello`)),
      para(text(`letter.${occasion}.open`, { about })),
      ...(facts.length > 0 ? [{ type: 'table' as const, head: [], rows: facts }] : []),
      para(text(`letter.${occasion}.body`)),
      ...(bring.length > 0 ? [para(text('letter.bring')), { type: 'list' as const, items: bring }] : []),
      para(text(`letter.${occasion}.ask`)),
      para(text(`letter.${tone}.close`)),
      ...(slip
        ? [
            { type: 'page_break' as const },
            { type: 'heading' as const, level: 3 as const, text: text('letter.slip') },
            para(text('letter.slipText', { about })),
            para(text('letter.sign')),
          ]
        : []),
    ]
  },
})
