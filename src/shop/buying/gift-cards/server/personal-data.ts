import type { PersonalTable } from '#platform/context/personal-table.ts'

export const giftCardsPersonalData: readonly PersonalTable[] = [
  {
    table: 'gift_card_sale',
    account: 'account_id',
    export: true,
    erase: {
      keep: 'books of money owed are kept for ten years (HGB 257, AO 147 and their like)',
      // What is paid and not sent yet still goes to whom it was bought for.
      emptied: {
        sender_name: "case when delivered_at is null then sender_name else '–' end",
        recipient_name: "case when delivered_at is null then recipient_name else '' end",
        recipient_email: 'case when delivered_at is null then recipient_email end',
        message: "case when delivered_at is null then message else '' end",
      },
    },
  },
]
