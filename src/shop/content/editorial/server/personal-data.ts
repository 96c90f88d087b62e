import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'help_vote',
    account: 'owner',
    export: true,
    erase: 'delete',
  },
  {
    table: 'text_edition',
    account: 'edited_by',
    export: true,
    erase: 'detach',
  },
  {
    table: 'text_edition',
    account: 'review_asked_by',
    export: true,
    erase: 'detach',
  },
  {
    table: 'text_picture',
    account: 'made_by',
    export: true,
    erase: 'detach',
  },
  {
    table: 'text_comment',
    account: 'made_by',
    export: true,
    erase: 'detach',
  },
  {
    table: 'text_version',
    account: 'made_by',
    export: true,
    erase: 'detach',
  },
  {
    table: 'editor_world',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'editor_world_change',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
  {
    table: 'editor_world_change',
    account: 'made_by',
    export: true,
    erase: 'detach',
  },
]
