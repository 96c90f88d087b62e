import { shuffled } from '#platform/rules/random.ts'
import { subjectField, topicField, withTopic } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

const levels = ['remember', 'understand', 'apply', 'analyse', 'evaluate', 'create'] as const

export const goals = tool({
  id: 'goals',
  category: 'planning',
  version: 1,
  cost: 1,
  fields: [
    topicField,
    subjectField,
    { key: 'depth', kind: 'select', options: ['all', 'basic', 'deep'], preset: 'all', hint: true },
  ],
  make({ topic, planSubject, depth }, { random, text, list }) {
    const chosen = depth === 'all' ? levels : depth === 'basic' ? levels.slice(0, 3) : levels.slice(3)
    return [
      { type: 'heading', text: text('goals.title', { topic }) },
      { type: 'para', text: text('goals.lead') },
      {
        type: 'table',
        head: [text('goals.level'), text('goals.goal')],
        rows: chosen.flatMap((each) =>
          shuffled(list(`goals.levels.${each}`), random)
            .slice(0, depth === 'all' ? 1 : 2)
            .map((line) => [text(`questions.levels.${each}`), withTopic(line, topic)]),
        ),
      },
      {
        type: 'heading',
        level: 3,
        text: text('goals.ofSubject', { subject: text(`subjects.${planSubject}`) }),
      },
      { type: 'list', items: list(`goals.${planSubject}`).map((line) => withTopic(line, topic)) },
    ]
  },
})
