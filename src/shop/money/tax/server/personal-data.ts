import type { PersonalTable } from '#platform/context/personal-table.ts'

export const taxPersonalData: readonly PersonalTable[] = [
  {
    table: 'publication_material',
    account: 'decided_by',
    export: { no: 'a decision of the platform about a material' },
    erase: { keep: 'who decided what the platform pays tax on' },
  },
  {
    table: 'exchange_rate',
    account: 'entered_by',
    export: { no: 'what somebody of the operator entered at work' },
    erase: { keep: 'who entered a rate that tax was reckoned by belongs to the books (AO 147)' },
  },
]
