import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'ticket',
    account: 'email',
    export: true,
    besides: {
      messages: `select jsonb_agg(jsonb_build_object('is_answer', m.is_answer, 'body', m.body, 'created_at', m.created_at)
        order by m.id) from ticket_message m where m.ticket_id = own.id`,
    },
    erase: 'delete',
  },
  {
    table: 'ticket',
    account: 'account_id',
    export: { no: 'they are exported by their address' },
    erase: 'delete',
  },
  {
    table: 'ticket',
    account: 'assigned_to',
    export: { no: 'letters of others' },
    erase: 'detach',
  },
  {
    table: 'ticket_message',
    account: 'written_by',
    export: { no: 'answers of the platform to others' },
    erase: 'detach',
  },
]
