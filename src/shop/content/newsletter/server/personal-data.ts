import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'newsletter_subscription', account: 'email', export: true, erase: 'delete' },
  {
    table: 'newsletter_letter',
    account: 'ordered_by',
    export: true,
    erase: 'detach',
  },
]
