import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'material',
    account: 'author_id',
    export: true,
    erase: { keep: 'buyers keep what they bought, with its author’s page as the seller of record' },
  },
  {
    table: 'author_upload',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'upload',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'stamped_file',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
]
