import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'author_profile',
    account: 'account_id',
    export: true,
    erase: {
      keep: 'who bought a material keeps it, and its seller; the name and all words are emptied',
      emptied: {
        public_name: "'–'",
        slug: "'erased'",
        subtitle: "''",
        description: "''",
        image_key: 'null',
        background_key: 'null',
        facebook_profile: 'null',
        instagram_profile: 'null',
        pinterest_profile: 'null',
        is_private_profile: 'true',
        away_from: 'null',
        away_until: 'null',
        away_text: "''",
      },
    },
  },
  { table: 'author_pin', account: 'author_id', export: true, erase: 'delete' },
  { table: 'author_section', account: 'author_id', export: true, erase: 'delete' },
  {
    table: 'author_trader',
    account: 'author_id',
    export: true,
    erase: { keep: 'Regulation (EU) 2022/2065, article 30 (5): six months after the contract has ended' },
  },
  { table: 'author_domain', account: 'author_id', export: true, erase: 'delete' },
]
