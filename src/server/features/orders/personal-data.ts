import type { PersonalTable } from '../../ports/personal-table.ts'

const books = { keep: 'books of sales are kept for ten years (HGB 257, AO 147 and their like)' }

/** What was bought and sold is the person's to have, and the state's to see. */
export const ordersPersonalData: readonly PersonalTable[] = [
  { table: 'purchase_order', account: 'account_id', export: true, erase: books },
  { table: 'order_item', account: 'author_id', export: true, erase: books },
  {
    table: 'refund',
    account: 'requested_by',
    export: { no: 'who at the platform gave the money back; the buyer has it in tax_document' },
    erase: books,
  },
  { table: 'refund_rule', account: 'account_id', export: true, erase: 'delete' },
  { table: 'refund_request', account: 'account_id', export: true, erase: books },
  {
    table: 'refund_request',
    account: 'author_id',
    export: { no: "a buyer's words; its author has the refund in order_item" },
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
    export: { no: 'sums of what is in order_item' },
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
    export: { no: 'the same sales are in order_item' },
    erase: books,
  },
]
