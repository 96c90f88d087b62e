import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'login_as',
    account: 'account_id',
    export: true,
    erase: { keep: 'who looked into an account, and why, is proven for two years' },
  },
  {
    table: 'login_as',
    account: 'admin_id',
    export: { no: 'what an admin did is about the members they helped' },
    erase: 'detach',
  },
]
