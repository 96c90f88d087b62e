import { shuffled } from '#platform/rules/random.ts'
import { tool } from '../../../tool.ts'

const areas = ['content', 'language', 'care', 'effort', 'together'] as const

export const feedback = tool({
  id: 'feedback',
  category: 'class',
  version: 1,
  cost: 1,
  fields: [
    { key: 'work', kind: 'text', max: 120, required: true, hint: true },
    ...areas.map((key) => ({
      key: `area_${key}` as const,
      kind: 'toggle' as const,
      preset: key !== 'together',
    })),
  ],
  make(inputs, { random, text, list }) {
    const chosen = areas.filter((area) => inputs[`area_${area}`])
    return [
      { type: 'heading', text: text('feedback.title', { work: inputs.work }) },
      { type: 'para', text: text('feedback.lead') },
      ...(chosen.length > 0 ? chosen : areas).flatMap((area) => [
        { type: 'heading' as const, level: 3 as const, text: text(`feedback.areas.${area}`) },
        {
          type: 'table' as const,
          head: [text('feedback.good'), text('feedback.next')],
          rows: pairsOf(
            shuffled(list(`feedback.good_${area}`), random),
            shuffled(list(`feedback.next_${area}`), random),
          ),
        },
      ]),
    ]
  },
})

const pairsOf = (good: readonly string[], next: readonly string[]) =>
  good.slice(0, 3).map((line, at) => [line, next[at % next.length] ?? ''])
