import type { PersonalTable } from '#platform/context/personal-table.ts'

const books = { keep: 'books of sales are kept for ten years (HGB 257, AO 147 and their like)' }

/** What was bought and sold is the person's to have, and the state's to see. */
export const ordersPersonalData: readonly PersonalTable[] = [
  {
    table: 'purchase_order',
    account: 'account_id',
    export: true,
    // Lines and refunds name no buyer, the order does. What the author gets of a line is the author's.
    besides: {
      lines: `select jsonb_agg(jsonb_build_object('material_id', i.material_id, 'title', i.title, 'licence', i.licence,
          'original_price_cents', i.original_price_cents, 'price_cents', i.price_cents, 'tax_cents', i.tax_cents,
          'tax_rate_bp', coalesce(i.tax_rate_bp, own.tax_rate_bp), 'voucher_cents', i.voucher_cents)
          order by i.material_id)
        from order_item i where i.world = own.world and i.order_id = own.id`,
      refunds: `select jsonb_agg(jsonb_build_object('kind', r.kind, 'amount_cents', r.amount_cents,
          'credit_cents', r.credit_cents, 'tax_cents', r.tax_cents, 'currency', r.currency, 'status', r.status,
          'created_at', r.created_at, 'settled_at', r.settled_at) order by r.id)
        from refund r where r.world = own.world and r.order_id = own.id`,
    },
    erase: books,
  },
  { table: 'order_item', account: 'author_id', export: true, erase: books },
  {
    table: 'refund',
    account: 'requested_by',
    export: {
      no: 'who asked for it, by a number; the buyer has every refund with its order in purchase_order',
    },
    erase: books,
  },
  { table: 'refund_rule', account: 'account_id', export: true, erase: 'delete' },
  { table: 'refund_request', account: 'account_id', export: true, erase: books },
  {
    table: 'refund_request',
    account: 'author_id',
    export: { no: "a buyer's words; its author has what went back in ledger_entry" },
    erase: books,
  },
  {
    table: 'refund_request',
    account: 'decided_by',
    export: { no: 'who decided it; the author or somebody of the platform' },
    erase: books,
  },
  {
    table: 'invoice_purchase',
    account: 'settled_by',
    export: { no: 'who at the platform saw the money; the buyer has the invoice in tax_document' },
    erase: books,
  },
  {
    table: 'invoice_transfer',
    account: 'booked_by',
    export: { no: 'who at the platform saw the money; the buyer has the receipt in tax_document' },
    erase: books,
  },
  {
    table: 'ledger_closing',
    // `author:<account id>` names an author.
    account: 'ledger_account',
    export: true,
    erase: books,
  },
  {
    table: 'entitlement',
    account: 'account_id',
    export: true,
    erase: 'delete',
    spares: {
      where: "(licence = 'school' and school_id is not null)",
      why: "what a school has bought is the school's (school-licences.ts); says who bought it by the number of the books alone",
    },
  },
  {
    table: 'ledger_entry',
    // `author:<account id>` names an author.
    account: 'ledger_account',
    export: true,
    besides: {
      kind: 'select t.kind from ledger_transaction t where t.world = own.world and t.id = own.transaction_id',
      booked_at:
        'select t.created_at from ledger_transaction t where t.world = own.world and t.id = own.transaction_id',
    },
    erase: books,
  },
]
