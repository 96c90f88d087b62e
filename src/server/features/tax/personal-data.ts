import type { PersonalTable } from '../../ports/personal-table.ts'

export const taxPersonalData: readonly PersonalTable[] = [
  {
    table: 'publication_material',
    account: 'decided_by',
    export: { no: 'a decision of the platform about a material' },
    erase: { keep: 'who decided what the platform pays tax on' },
  },
]
