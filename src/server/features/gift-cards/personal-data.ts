import type { PersonalTable } from '../personal-data.ts'

export const giftCardsPersonalData: readonly PersonalTable[] = [
  {
    table: 'gift_card_sale',
    account: 'account_id',
    export: true,
    erase: { keep: 'books of money owed are kept for ten years (HGB 257, AO 147 and their like)' },
  },
]
