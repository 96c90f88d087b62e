import { tool } from '../../../tool.ts'
import { groupsOf } from './groups.ts'

export const groups = tool({
  id: 'groups',
  category: 'class',
  version: 1,
  cost: 1,
  fields: [
    { key: 'names', kind: 'lines', least: 2, most: 60, required: true, hint: true },
    { key: 'groupSize', kind: 'number', min: 2, max: 12, preset: 4 },
    { key: 'apart', kind: 'lines', most: 40, hint: true },
    { key: 'together', kind: 'lines', most: 40, hint: true },
    { key: 'roles', kind: 'toggle', preset: false },
  ],
  make({ names, groupSize, apart, together, roles }, { random, text, list }) {
    const made = groupsOf({ names, size: groupSize, apart, together, random })
    const jobs = roles ? list('groups.roles') : []
    return [
      { type: 'heading', text: text('groups.title', { count: made.length }) },
      {
        type: 'table',
        head: [text('groups.group'), text('groups.members')],
        rows: made.map((group, at) => [
          text('groups.number', { number: at + 1 }),
          group
            .map((name, place) => (jobs[place] === undefined ? name : `${name} (${jobs[place]})`))
            .join(', '),
        ]),
      },
      ...(apart.length + together.length > 0 ? [{ type: 'para' as const, text: text('groups.held') }] : []),
    ]
  },
})
