import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'help_vote',
    account: 'owner',
    export: { no: 'a yes or no beside the number of an article, to count them' },
    erase: 'delete',
  },
]
