import { absoluteUrl, url } from '#routing/url.ts'
import { liveWorldCodes } from '#shared/contract/world.ts'
import { invoicePurchase } from '#shared/limits.ts'
import { type Context, type Deps, strangerContext } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { queueMail } from '../mail/service.ts'
import { openTask } from '../operator-tasks/service.ts'
import { invoiceReminderMail } from './invoice-mails.ts'
import { lockForReminder, markReminded, type OpenInvoiceRow } from './invoice-purchase-queries.ts'

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
