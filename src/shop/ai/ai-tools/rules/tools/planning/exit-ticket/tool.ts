import { shuffled } from '#platform/rules/random.ts'
import { stageField, subjectField, topicField, withTopic } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

export const exitTicket = tool({
  id: 'exit-ticket',
  category: 'planning',
  version: 1,
  cost: 1,
  fields: [
    topicField,
    subjectField,
    stageField,
    { key: 'ticketCount', kind: 'number', min: 2, max: 5, preset: 3 },
  ],
  make({ topic, planSubject, stage, ticketCount }, { random, text, list }) {
    const own = shuffled(list(`exit.${planSubject}`), random).slice(0, ticketCount - 1)
    const [last = ''] = shuffled(list(`exit.${stage}`), random)
    return [
      { type: 'heading', text: text('exit.title', { topic }) },
      { type: 'para', text: text('nameLine') },
      ...[...own, last].map((line, at) => ({
        ...{ type: 'task' as const, prompt: `${at + 1}. ${withTopic(line, topic)}`, key: [] },
        lines: stage === 'primary' ? 2 : 3,
      })),
      { type: 'para', text: text('exit.mood') },
    ]
  },
})
