import { shuffled } from '#platform/rules/random.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { stageField, subjectField, topicField } from '../../../plan-fields.ts'
import { tool } from '../../../tool.ts'

const kinds = ['worksheets', 'game', 'test', 'slides', 'project'] as const
const titleLength = 70
const textLength = 1200

export const listing = tool({
  id: 'listing',
  category: 'selling',
  version: 1,
  cost: 1,
  fields: [
    topicField,
    subjectField,
    stageField,
    { key: 'materialKind', kind: 'select', options: kinds, preset: 'worksheets' },
    { key: 'pageCount', kind: 'number', min: 1, max: 500, preset: 8 },
    { key: 'inside', kind: 'lines', least: 1, most: 10, required: true, hint: true },
    { key: 'hasKey', kind: 'toggle', preset: true },
    { key: 'isEditable', kind: 'toggle', preset: false },
  ],
  make(inputs, { random, text, list }) {
    const { topic, planSubject, stage, materialKind, pageCount, inside, hasKey, isEditable } = inputs
    const kind = text(`listing.kinds.${materialKind}`)
    const [opening = ''] = shuffled(list(`listing.open_${materialKind}`), random)
    const [use = ''] = shuffled(list(`listing.use_${materialKind}`), random)
    const sentences = [
      opening,
      text('listing.forWhom', { stage: text(`stages.${stage}`), subject: text(`subjects.${planSubject}`) }),
      use,
      text('listing.inside', { pages: pageCount, things: inside.join('; ') }),
      ...(hasKey ? [text('listing.key')] : []),
      ...(isEditable ? [text('listing.editable')] : []),
      text('listing.close'),
    ]
    const tags = [
      topic,
      kind,
      text(`subjects.${planSubject}`),
      text(`stages.${stage}`),
      ...list(`listing.tags_${materialKind}`),
    ]
    return [
      { type: 'heading', text: truncate(`${topic}: ${kind} (${text(`stages.${stage}`)})`, titleLength) },
      { type: 'para', text: truncate(sentences.join(' ').replaceAll('[t]', topic), textLength) },
      { type: 'heading', level: 3, text: text('listing.points') },
      {
        type: 'list',
        items: [
          ...inside,
          text('listing.pages', { count: pageCount }),
          ...(hasKey ? [text('listing.keyShort')] : []),
        ],
      },
      { type: 'heading', level: 3, text: text('listing.tags') },
      { type: 'para', text: [...new Set(tags)].slice(0, 10).join(', ') },
      { type: 'para', text: text('listing.check') },
    ]
  },
})
