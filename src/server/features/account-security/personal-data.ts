import type { PersonalTable } from '../../ports/personal-table.ts'

const secrets = { no: 'secrets and hashes of secrets only' } as const

export const personalData: readonly PersonalTable[] = [
  { table: 'totp', account: 'account_id', export: secrets, erase: 'delete' },
  { table: 'second_step_failure', account: 'account_id', export: secrets, erase: 'delete' },
  { table: 'recovery_code', account: 'account_id', export: secrets, erase: 'delete' },
  { table: 'passkey', account: 'account_id', export: true, erase: 'delete' },
  { table: 'passkey_challenge', account: 'account_id', export: secrets, erase: 'delete' },
]
