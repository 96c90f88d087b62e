import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'notification', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'notification_box',
    account: 'account_id',
    export: { no: 'only the order of writing' },
    erase: 'delete',
  },
  { table: 'notification_mute', account: 'account_id', export: true, erase: 'delete' },
]
