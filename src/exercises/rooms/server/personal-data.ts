import type { PersonalTable } from '#platform/context/personal-table.ts'

/** Pupils have no account here: a made-up name, the hash of a token and answers, all of which go with the room. */
export const personalData: readonly PersonalTable[] = [
  { table: 'room', account: 'owner_id', export: true, erase: 'delete' },
]
