import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'post_picture', account: 'author_id', export: true, erase: 'delete' },
  { table: 'post_version', account: 'author_id', export: true, erase: 'delete' },
  {
    table: 'post',
    account: 'author_id',
    export: true,
    erase: {
      keep: 'others wrote below it; its own words go',
      emptied: {
        title: "'–––'",
        source: "''",
        html: "''",
        excerpt: "''",
        word_count: '0',
        editor_key: 'null',
        status: "'deleted'",
        deleted_at: 'coalesce(deleted_at, now())',
      },
    },
  },
  { table: 'post_like', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'comment',
    account: 'account_id',
    export: true,
    erase: {
      keep: 'others answered it; its own words go',
      emptied: { text: "''", state: "'deleted'", hidden_by: 'null' },
    },
  },
  { table: 'comment_like', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'comment',
    account: 'hidden_by',
    export: { no: "somebody else's comment" },
    erase: { keep: 'it stays hidden; says by whom only by a number' },
  },
]
