import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'podcast_sound', account: 'made_by', export: true, erase: 'detach' },
]
