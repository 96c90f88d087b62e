import type { PersonalTable } from '#platform/context/personal-table.ts'

/** What lies in a cart goes with it. */
export const cartPersonalData: readonly PersonalTable[] = [
  {
    table: 'cart',
    account: 'account_id',
    export: true,
    besides: {
      items: `select jsonb_agg(jsonb_build_object('material_id', i.material_id, 'title', m.title) order by i.material_id)
        from cart_item i join material m on m.world = i.world and m.id = i.material_id
        where i.world = own.world and i.cart_id = own.id`,
    },
    erase: 'delete',
  },
  {
    table: 'cart_awaited',
    account: 'account_id',
    export: { no: 'what is being paid for, for some days; the order itself is exported' },
    erase: 'delete',
  },
]
