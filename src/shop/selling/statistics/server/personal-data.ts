import type { PersonalTable } from '#platform/context/personal-table.ts'

/** Sums of an author's own shop; nothing of who looked or bought. Those of months outlive those of days. */
export const personalData: readonly PersonalTable[] = [
  { table: 'statistic_day', account: 'author_id', export: true, erase: 'delete' },
  { table: 'statistic_origin', account: 'author_id', export: true, erase: 'delete' },
  {
    table: 'statistic_month',
    account: 'author_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'statistic_origin_month',
    account: 'author_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'statistic_waiting',
    account: 'author_id',
    export: { no: 'a minute later it is part of the sums' },
    erase: 'delete',
  },
]
