import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'unit',
    account: 'owner_id',
    export: true,
    erase: {
      keep: 'who may play a published version goes on with it; the draft goes',
      emptied: {
        title: "'–'",
        draft: "'{}'",
        unfinished: "'[]'",
        cover: "''",
        practice_key: 'null',
        status: "'archived'",
        owner_id: 'null',
      },
    },
  },
  {
    table: 'unit_asset',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
  { table: 'unit_task_origin', account: 'account_id', export: true, erase: 'delete' },
  { table: 'unit_shadow', account: 'account_id', export: true, erase: 'delete' },
]
