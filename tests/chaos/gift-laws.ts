/** What must hold of gift cards, credit and vouchers; each query lists the rows for which it does not. */
export const giftLaws: readonly { law: string; violations: string }[] = [
  {
    law: 'a paid gift card is one card of its sum, an unpaid one none',
    violations: `select o.reference, count(g.id) from purchase_order o
      left join gift_card g on g.world = o.world and g.order_id = o.id and g.amount_cents = o.total_cents
      where o.purpose = 'gift_card' group by o.world, o.id, o.reference, o.status
      having count(g.id) <> (o.status = 'paid')::int`,
  },
  {
    law: 'a card is redeemed or given back, never both',
    violations: `select id from gift_card where redeemed_at is not null and ended_at is not null
      union all
      select g.id from gift_card g join refund r on r.world = g.world and r.order_id = g.order_id where g.ended_at is null`,
  },
  {
    law: 'what the books owe for cards is what can still be redeemed',
    violations: `select open.total, booked.total from
      (select coalesce(sum(amount_cents), 0) as total from gift_card
        where redeemed_at is null and ended_at is null) open,
      (select coalesce(-sum(amount_cents), 0) as total from ledger_entry where ledger_account = 'gift-cards') booked
      where open.total <> booked.total`,
  },
  {
    law: 'what the books owe a member is what their credit says, with what waits for an order',
    violations: `select coalesce(l.account, b.account) as account, l.cents, b.cents as booked from
      (select 'credit:' || account_id as account, sum(left_cents + coalesce((select sum(u.amount_cents) from credit_use u
          where u.lot_id = credit_lot.id and u.status = 'reserved'), 0)) as cents
        from credit_lot group by 1) l
      full join (select ledger_account as account, -sum(amount_cents) as cents from ledger_entry
        where ledger_account like 'credit:%' group by 1) b on b.account = l.account
      where coalesce(l.cents, 0) <> coalesce(b.cents, 0)`,
  },
  {
    law: 'no lot of credit was spent twice',
    violations: `select l.id from credit_lot l where l.amount_cents <> l.left_cents + l.expired_cents
      + coalesce((select sum(u.amount_cents) from credit_use u where u.lot_id = l.id and u.status <> 'returned'), 0)`,
  },
  {
    law: 'no voucher was used more often than it may be, and each use is counted',
    violations: `select v.code, v.use_count, v.max_uses, count(u.order_id) from voucher v
      left join voucher_use u on u.world = v.world and u.voucher_id = v.id and u.status <> 'returned'
      where v.max_uses is not null group by v.world, v.id, v.code, v.use_count, v.max_uses
      having v.use_count > v.max_uses or v.use_count <> count(u.order_id)`,
  },
  {
    law: 'a voucher counts as used in the orders that were paid with it, unless all of them went back',
    violations: `select o.reference, u.status from purchase_order o
      join voucher_use u on u.world = o.world and u.order_id = o.id
      where o.status = 'paid' and u.status <> 'used' and o.total_cents > (select coalesce(sum(r.amount_cents), 0)
        from refund r where r.world = o.world and r.order_id = o.id)`,
  },
]
