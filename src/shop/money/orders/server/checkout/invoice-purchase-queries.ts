import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** The payment's provider where the bank is: what buyers owe us is booked on `provider:invoice`. */
export const invoiceProvider = 'invoice'

export interface InvoicePurchaseRow {
  order_id: number
  school_id: number
  open_cents: number
  currency: string
  status: 'open' | 'paid' | 'given_up'
  due_at: Date
  reminders: number
}

const columns = [
  ...(['order_id', 'school_id', 'open_cents', 'currency', 'status', 'due_at', 'reminders'] as const),
] as const

/** Colleagues of one school buy on invoice one after the other, so that together they stay below its limit. */
export async function lockSchool(tx: Db, world: string, schoolId: number): Promise<void> {
  await tx
    .selectFrom('school')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', schoolId)
    .forNoKeyUpdate()
    .execute()
}

/** What a school of a world owes there, and whether it should have paid some of it by now; undefined for one of another world. */
export async function owedBySchool(
  db: Db,
  world: string,
  { schoolId, currency }: { schoolId: number; currency: string },
): Promise<{ cents: number; isOverdue: boolean } | undefined> {
  const { rows } = await sql<{ cents: number; isOverdue: boolean }>`
    select coalesce(sum(v.open_cents), 0)::bigint as cents, coalesce(bool_or(v.due_at < now()), false) as "isOverdue"
    from school s left join invoice_purchase v
      on v.world = s.world and v.school_id = s.id and v.currency = ${currency} and v.status = 'open'
    where s.world = ${world} and s.id = ${schoolId}
    group by s.id`.execute(db)
  return rows[0]
}

export async function insertInvoicePurchase(
  tx: Db,
  world: string,
  row: { orderId: number; schoolId: number; amountCents: number; currency: string; dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('invoice_purchase')
    .values({
      ...{ world, order_id: row.orderId, school_id: row.schoolId, currency: row.currency, due_at: row.dueAt },
      ...{ amount_cents: row.amountCents, open_cents: row.amountCents },
    })
    .execute()
}

/** The state of an order on invoice; undefined for other orders. */
export async function findInvoicePurchase(
  db: Db,
  world: string,
  orderId: number,
): Promise<InvoicePurchaseRow | undefined> {
  return await db
    .selectFrom('invoice_purchase')
    .select(columns)
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** What is still to come becomes less, and is given up with the last cent. The caller holds the lock of the order. */
export async function lessenInvoice(
  tx: Db,
  world: string,
  { orderId, cents, by }: { orderId: number; cents: number; by: number },
): Promise<void> {
  await sql`
    update invoice_purchase set open_cents = open_cents - ${cents},
      status = case when open_cents = ${cents} then 'given_up' else 'open' end,
      settled_at = case when open_cents = ${cents} then now() end,
      settled_by = case when open_cents = ${cents} then ${by}::bigint end
    where world = ${world} and order_id = ${orderId} and status = 'open'`.execute(tx)
}

/** A transfer that arrived, and how things stand after it; answers its id. */
export async function insertTransfer(
  tx: Db,
  world: string,
  row: { orderId: number; amountCents: number; excessCents: number; openCents: number; by: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_transfer')
    .values({
      ...{ world, order_id: row.orderId, amount_cents: row.amountCents, excess_cents: row.excessCents },
      ...{ open_cents: row.openCents, booked_by: row.by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A part of it is there. The caller holds the lock of the order. */
export async function setOpen(
  tx: Db,
  world: string,
  { orderId, openCents }: { orderId: number; openCents: number },
): Promise<void> {
  await tx
    .updateTable('invoice_purchase')
    .set({ open_cents: openCents })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute()
}

/** The money is there. The caller holds the lock of the order. */
export async function markInvoicePaid(
  tx: Db,
  world: string,
  { orderId, by }: { orderId: number; by: number },
): Promise<void> {
  await tx
    .updateTable('invoice_purchase')
    .set({ status: 'paid', open_cents: 0, settled_at: sql<Date>`now()`, settled_by: by })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute()
}

export interface OpenInvoiceRow extends InvoicePurchaseRow {
  reference: string
  number: string
  account_id: number
  school: string
  buyer_name: string
  buyer_email: string
  paid_at: Date
  /** What came by transfer. */
  received_cents: number
}

function openInvoices(db: Db, world: string) {
  return db
    .selectFrom('invoice_purchase as v')
    .innerJoin('purchase_order as o', (join) =>
      join.onRef('o.world', '=', 'v.world').onRef('o.id', '=', 'v.order_id'),
    )
    .innerJoin('school as s', (join) =>
      join.onRef('s.world', '=', 'v.world').onRef('s.id', '=', 'v.school_id'),
    )
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select(columns.map((name) => `v.${name}` as const))
    .select(['o.reference', sql<string>`o.number`.as('number'), 'o.account_id', 's.name as school'])
    .select(['a.public_name as buyer_name', 'a.email as buyer_email', sql<Date>`o.paid_at`.as('paid_at')])
    .select(
      sql<number>`(select coalesce(sum(x.amount_cents), 0)::integer from invoice_transfer x
        where x.world = v.world and x.order_id = v.order_id)`.as('received_cents'),
    )
    .where('v.world', '=', world)
    .where('v.status', '=', 'open')
}

/** Unpaid ones, the earliest due date first. */
export async function openInvoiceRows(db: Db, world: string, limit: number): Promise<OpenInvoiceRow[]> {
  return await openInvoices(db, world).orderBy('v.due_at').orderBy('v.order_id').limit(limit).execute()
}

/** Overdue ones nobody was reminded of since a moment, up to a batch, locked; those somebody settles now are left alone. */
export async function lockForReminder(
  tx: Db,
  world: string,
  input: { dueBefore: Date; remindedBefore: Date; most: number; limit: number },
): Promise<OpenInvoiceRow[]> {
  return await openInvoices(tx, world)
    .where('v.due_at', '<', input.dueBefore)
    .where((where) =>
      where.or([where('v.reminded_at', 'is', null), where('v.reminded_at', '<', input.remindedBefore)]),
    )
    .where('v.reminders', '<=', input.most)
    .orderBy('v.due_at')
    .limit(input.limit)
    .forUpdate('v')
    .skipLocked()
    .execute()
}

export async function markReminded(tx: Db, world: string, orderId: number): Promise<void> {
  await tx
    .updateTable('invoice_purchase')
    .set({ reminders: sql<number>`reminders + 1`, reminded_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .execute()
}

/** How many invoices are overdue, in every world. */
export async function overdueInvoiceCounts(db: Db): Promise<{ world: string; count: number }[]> {
  return await db
    .selectFrom('invoice_purchase')
    .select(['world', sql<number>`count(*)::integer`.as('count')])
    .where('status', '=', 'open')
    .where('due_at', '<', sql<Date>`now()`)
    .groupBy('world')
    .execute()
}
