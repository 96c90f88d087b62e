import type { PersonalTable } from '#platform/context/personal-table.ts'

/** `owner` is `a:<account id>` for members, `s:<school id>` for schools. */
export const favoritesPersonalData: readonly PersonalTable[] = [
  { table: 'favorite', account: 'owner', export: true, erase: 'delete' },
  { table: 'favorite_share', account: 'account_id', export: true, erase: 'delete' },
]
