import type { PersonalTable } from '#platform/context/personal-table.ts'

export const operatorTasksPersonalData: readonly PersonalTable[] = [
  {
    table: 'operator_task',
    account: 'done_by',
    export: { no: 'what somebody of the operator did at work' },
    erase: { keep: 'who settled a matter of money belongs to the books (HGB 257, AO 147)' },
  },
]
