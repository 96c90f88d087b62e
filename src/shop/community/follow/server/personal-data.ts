import type { PersonalTable } from '#platform/context/personal-table.ts'

/** `owner` is `a:<account id>` for members. */
export const followPersonalData: readonly PersonalTable[] = [
  { table: 'author_follow', account: 'owner', export: true, erase: 'delete' },
  {
    table: 'author_follow',
    account: 'author_id',
    export: { no: 'who follows an author is the followers’ own data' },
    erase: 'delete',
  },
]
