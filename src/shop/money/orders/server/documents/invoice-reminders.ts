import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invoicePurchase } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { lockForReminder, markReminded, type OpenInvoiceRow } from '../checkout/invoice-purchase-queries.ts'
import { invoiceReminderMail } from './invoice-mails.ts'

const batch = 200
const dayMs = 86_400_000

/**
 * The job `remind_invoices`: a school that has not paid in time is reminded twice; then a person decides. Nobody loses
 * what they bought by a machine.
 */
export async function remindInvoices(deps: Deps): Promise<void> {
  for (const world of liveWorldCodes) {
    const context = strangerContext(deps, world)
    while ((await transaction(deps.db, (tx) => remindSome(tx, context))) === batch);
  }
}

async function remindSome(tx: Db, context: Context): Promise<number> {
  const { firstReminderDays, nextReminderDays, reminders } = invoicePurchase
  const rows = await lockForReminder(tx, context.world, {
    dueBefore: new Date(Date.now() - firstReminderDays * dayMs),
    remindedBefore: new Date(Date.now() - nextReminderDays * dayMs),
    most: reminders,
    limit: batch,
  })
  for (const row of rows) {
    if (row.reminders < reminders) await remind(tx, context, row)
    else await tellFinance(tx, context, row)
    await markReminded(tx, context.world, row.order_id)
  }
  return rows.length
}

async function remind(tx: Db, context: Context, row: OpenInvoiceRow): Promise<void> {
  const { world, env } = context
  await queueMail(tx, context, {
    mail: invoiceReminderMail,
    to: row.buyer_email,
    vars: {
      publicName: row.buyer_name,
      orderNumber: row.number,
      dueAt: row.due_at,
      openCents: row.open_cents,
      currency: row.currency,
      holder: env.company.name,
      ...env.payoutAccount,
      isLast: row.reminders + 1 === invoicePurchase.reminders,
      invoiceUrl: absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: row.reference } })),
    },
    dedupeKey: `invoice-reminder:${world}:${row.order_id}:${row.reminders + 1}`,
  })
}

async function tellFinance(tx: Db, context: Context, row: OpenInvoiceRow): Promise<void> {
  await openTask(tx, context, {
    kind: 'invoice_overdue',
    cause: `order:${row.order_id}`,
    detail: {
      ...{ orderNumber: row.number, orderReference: row.reference, reason: row.school },
      buyerId: row.account_id,
      ...{ amount: row.open_cents, currency: row.currency },
    },
  })
}
