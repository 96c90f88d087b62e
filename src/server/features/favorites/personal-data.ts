import type { PersonalTable } from '../personal-data.ts'

/** `owner` is `a:<account id>` for members. */
export const favoritesPersonalData: readonly PersonalTable[] = [
  { table: 'favorite', account: 'owner', export: true, erase: 'delete' },
]
