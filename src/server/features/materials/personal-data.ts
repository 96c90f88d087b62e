import type { PersonalTable } from '../../ports/personal-table.ts'

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
    export: { no: 'counts the uploads of one day, for the limit' },
    erase: 'delete',
  },
  {
    table: 'upload',
    account: 'account_id',
    export: { no: 'files on their way into a material, gone within a day' },
    erase: 'delete',
  },
  {
    table: 'stamped_file',
    account: 'account_id',
    export: { no: 'copies of files the member can download' },
    erase: 'delete',
  },
]
