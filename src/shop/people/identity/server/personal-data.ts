import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'account',
    account: 'id',
    export: true,
    erase: {
      keep: 'its number stands in the books; who it was goes',
      emptied: {
        email: "'erased-' || id || '@erased.invalid'",
        password_hash: 'null',
        public_name: "'–'",
        slug: "'erased'",
        image_key: 'null',
        role: "'member'",
        creation_source: "'erased'",
        agb_accepted_version: 'null',
        agb_accepted_at: 'null',
        email_confirmed_at: 'null',
        is_private_profile: 'true',
        referral_code: "'erased-' || id",
        referred_by: 'null',
        referred_at: 'null',
        disabled_at: 'now()',
        erase_at: 'null',
        updated_at: 'now()',
      },
    },
  },
  { table: 'session', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'session',
    account: 'impersonator_id',
    export: { no: "another member's session" },
    erase: 'delete',
  },
  { table: 'email_token', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'terms_acceptance',
    account: 'account_id',
    export: true,
    erase: { keep: 'proves that a contract was made (GDPR 7 (1)); says who only by a number' },
  },
  { table: 'personalisation', account: 'account_id', export: true, erase: 'delete' },
]
