import { withColon } from '#platform/i18n/format.ts'
import { shuffled } from '#platform/rules/random.ts'
import { partsOf, stageField, subjectField, topicField, withTopic } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

export const warmUp = tool({
  id: 'warm-up',
  category: 'planning',
  version: 1,
  cost: 1,
  fields: [topicField, subjectField, stageField],
  make({ topic, planSubject, stage }, { language, random, text, list }) {
    const games = shuffled(list(`warmUp.${stage}`), random).slice(0, 2)
    const entries = shuffled(list(`acts.${planSubject}.entry`), random).slice(0, 2)
    return [
      { type: 'heading', text: text('warmUp.title', { topic }) },
      ...[...games, ...entries].flatMap((line, at) => {
        const [what = '', how = '', withWhat = ''] = partsOf(withTopic(line, topic))
        return [
          { type: 'heading' as const, level: 3 as const, text: text('warmUp.idea', { number: at + 1 }) },
          { type: 'para' as const, text: what },
          {
            type: 'para' as const,
            text: `${withColon(text('lessonPlan.how'), language)} ${how} · ${withColon(text('lessonPlan.with'), language)} ${withWhat}`,
          },
        ]
      }),
    ]
  },
})
