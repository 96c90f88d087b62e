import { shuffled } from '#platform/rules/random.ts'
import { maxSourceLength } from '../../../inputs.ts'
import { tool, UnfitInput } from '../../../tool.ts'
import { type GapKind, gapsIn, withGaps } from './gaps.ts'

const kinds = ['keywords', 'nth', 'halves'] as const satisfies readonly GapKind[]

export const gapText = tool({
  id: 'gap-text',
  category: 'texts',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
    { key: 'gapKind', kind: 'select', options: kinds, preset: 'keywords', hint: true },
    { key: 'gapCount', kind: 'number', min: 3, max: 40, preset: 12 },
    { key: 'bank', kind: 'toggle', preset: true },
  ],
  make({ title, source, gapKind, gapCount, bank }, { language, random, text }) {
    const gaps = gapsIn(source, { kind: gapKind, count: gapCount, language })
    if (gaps.length < 2) throw new UnfitInput('source', 'too_short')
    const answers = gaps.map(({ answer }) => answer)
    return [
      { type: 'heading', text: title || text('gapText.title') },
      { type: 'para', text: text(`gapText.task.${gapKind}`, { count: gaps.length }) },
      ...(bank && gapKind !== 'halves'
        ? [
            {
              type: 'table' as const,
              head: [],
              caption: text('gapText.bank'),
              rows: [[shuffled(answers, random).join('   ·   ')]],
            },
          ]
        : []),
      ...withGaps(source, gaps)
        .split(/\n\s*\n/)
        .map((part) => ({ type: 'para' as const, text: part.trim() })),
      { type: 'solution', blocks: [{ type: 'list', ordered: true, items: answers }] },
    ]
  },
})
