import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'help_vote',
    account: 'owner',
    export: true,
    erase: 'delete',
  },
]
