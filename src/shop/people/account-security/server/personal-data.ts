import type { PersonalTable } from '#platform/context/personal-table.ts'

/** What is a secret, or the hash of one, stays behind in every copy (shop/people/privacy/server/queries.ts). */
export const personalData: readonly PersonalTable[] = [
  { table: 'totp', account: 'account_id', export: true, erase: 'delete' },
  { table: 'second_step_failure', account: 'account_id', export: true, erase: 'delete' },
  { table: 'recovery_code', account: 'account_id', export: true, erase: 'delete' },
  { table: 'passkey', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'passkey_challenge',
    account: 'account_id',
    export: { no: 'a random number, over after minutes' },
    erase: 'delete',
  },
]
