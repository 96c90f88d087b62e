import { shuffled } from '#platform/rules/random.ts'
import { partsOf, stageField, subjectField, topicField, withTopic } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

const phases = ['entry', 'explore', 'practise', 'secure'] as const
/** Shares of the time: younger children begin longer and change more often. */
const shares = { primary: [20, 30, 30, 20], lower: [15, 35, 35, 15], upper: [10, 45, 30, 15] } as const

export const lessonPlan = tool({
  id: 'lesson-plan',
  category: 'planning',
  version: 1,
  cost: 2,
  fields: [
    topicField,
    subjectField,
    stageField,
    { key: 'minutes', kind: 'number', min: 20, max: 180, preset: 45 },
    { key: 'wishes', kind: 'textarea', max: 500, hint: true },
  ],
  make({ topic, planSubject, stage, minutes, wishes }, { random, text, list }) {
    const times = minutesOf(minutes, shares[stage])
    const rows = phases.map((phase, at) => {
      const [line = ''] = shuffled(list(`acts.${planSubject}.${phase}`), random)
      const [what = '', how = '', withWhat = ''] = partsOf(withTopic(line, topic))
      return [
        `${text(`lessonPlan.phases.${phase}`)}\n${text('lessonPlan.minutes', { minutes: times[at] ?? 0 })}`,
        what,
        how,
        withWhat,
      ]
    })
    const goals = shuffled(list(`goals.${planSubject}`), random).slice(0, 3)
    return [
      { type: 'heading', text: text('lessonPlan.title', { topic }) },
      {
        type: 'para',
        text: [
          text(`stages.${stage}`),
          text(`subjects.${planSubject}`),
          text('lessonPlan.minutes', { minutes }),
        ].join(' · '),
      },
      { type: 'heading', level: 3, text: text('lessonPlan.goals') },
      { type: 'list', items: goals.map((goal) => withTopic(goal, topic)) },
      {
        type: 'table',
        head: [
          text('lessonPlan.phase'),
          text('lessonPlan.what'),
          text('lessonPlan.how'),
          text('lessonPlan.with'),
        ],
        rows,
      },
      { type: 'heading', level: 3, text: text('lessonPlan.different') },
      { type: 'list', items: shuffled(list(`different.${stage}`), random).slice(0, 3) },
      ...(wishes === ''
        ? []
        : [
            { type: 'heading' as const, level: 3 as const, text: text('lessonPlan.wishes') },
            { type: 'para' as const, text: wishes },
          ]),
    ]
  },
})

/** Minutes of phases that sum to the whole, in fives as far as that goes. */
export function minutesOf(all: number, share: readonly number[]): number[] {
  const step = all >= 40 ? 5 : 1
  const rounded = share.map((each) => Math.max(step, Math.round((all * each) / 100 / step) * step))
  const longest = rounded.indexOf(Math.max(...rounded))
  rounded[longest] = (rounded[longest] ?? 0) + all - rounded.reduce((sum, each) => sum + each, 0)
  return rounded
}
