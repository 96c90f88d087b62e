import { shuffled } from '#platform/rules/random.ts'
import { partsOf, stageField, subjectField, topicField, withTopic } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

export const unitPlan = tool({
  id: 'unit-plan',
  category: 'planning',
  version: 1,
  cost: 2,
  fields: [
    topicField,
    subjectField,
    stageField,
    { key: 'lessons', kind: 'number', min: 3, max: 12, preset: 6 },
  ],
  make({ topic, planSubject, stage, lessons }, { random, text, list }) {
    const acts = (phase: string) => shuffled(list(`acts.${planSubject}.${phase}`), random)
    const pools = {
      entry: acts('entry'),
      explore: acts('explore'),
      practise: acts('practise'),
      secure: acts('secure'),
    }
    const steps = list('unitPlan.steps').map(partsOf)
    const rows = Array.from({ length: lessons }, (_, at) => {
      // The first lesson opens, the last two repeat and show; what is between explores and practises in turn.
      const step =
        at === 0
          ? 0
          : at === lessons - 1
            ? steps.length - 1
            : at === lessons - 2
              ? steps.length - 2
              : 1 + ((at - 1) % (steps.length - 3))
      const phase = at === 0 ? 'entry' : at >= lessons - 2 ? 'secure' : at % 2 === 1 ? 'explore' : 'practise'
      const pool = pools[phase]
      const [what = '', how = '', withWhat = ''] = partsOf(withTopic(pool[at % pool.length] ?? '', topic))
      const [focus = '', aim = ''] = steps[step] ?? []
      return [String(at + 1), `${focus}\n${aim}`, `${what} (${how})`, withWhat]
    })
    return [
      { type: 'heading', text: text('unitPlan.title', { topic }) },
      {
        type: 'para',
        text: [
          text(`stages.${stage}`),
          text(`subjects.${planSubject}`),
          text('unitPlan.lessons', { count: lessons }),
        ].join(' · '),
      },
      { type: 'heading', level: 3, text: text('lessonPlan.goals') },
      {
        type: 'list',
        items: shuffled(list(`goals.${planSubject}`), random)
          .slice(0, 4)
          .map((goal) => withTopic(goal, topic)),
      },
      {
        type: 'table',
        head: [
          text('unitPlan.lesson'),
          text('unitPlan.focus'),
          text('lessonPlan.what'),
          text('lessonPlan.with'),
        ],
        rows,
      },
      { type: 'heading', level: 3, text: text('unitPlan.check') },
      {
        type: 'list',
        items: shuffled(list(`exit.${planSubject}`), random)
          .slice(0, 2)
          .map((line) => withTopic(line, topic)),
      },
    ]
  },
})
