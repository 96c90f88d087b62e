import type { PersonalTable } from '#platform/context/personal-table.ts'

const log = 'the log of decisions about content (Digital Services Act, articles 17, 20 and 24)'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'moderation_case',
    account: 'affected_id',
    export: true,
    erase: {
      keep: log,
      emptied: { email: 'null', text: "case when appeal_by = 'author' then '' else text end" },
    },
  },
  { table: 'moderation_decision', account: 'affected_id', export: true, erase: { keep: log } },
  {
    table: 'moderation_decision',
    account: 'decided_by',
    export: { no: 'what somebody of the operator did at work' },
    erase: { keep: log },
  },
]
