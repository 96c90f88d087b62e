import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'review', account: 'account_id', export: true, erase: 'delete' },
  { table: 'review_vote', account: 'account_id', export: true, erase: 'delete' },
  { table: 'material_question', account: 'account_id', export: true, erase: 'delete' },
  { table: 'material_question', account: 'author_id', export: true, erase: 'delete' },
  { table: 'material_note', account: 'account_id', export: true, erase: 'delete' },
  { table: 'material_note', account: 'author_id', export: true, erase: 'delete' },
  {
    table: 'material_report',
    account: 'account_id',
    export: true,
    erase: { keep: 'notices and what was decided about them (Digital Services Act, articles 16 and 17)' },
  },
]
