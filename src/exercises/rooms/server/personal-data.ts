import type { PersonalTable } from '#platform/context/personal-table.ts'

/** Pupils have no account: an invented name, the hash of a token and the answers, all deleted with the room. */
export const personalData: readonly PersonalTable[] = [
  { table: 'room', account: 'owner_id', export: true, erase: 'delete' },
]
