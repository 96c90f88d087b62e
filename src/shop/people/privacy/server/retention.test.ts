import { expect, test } from 'vitest'
import { features, jobs } from '#features'
import { type RetentionName, retention } from '#platform/rules/retention.ts'

/** The line of the privacy page that speaks of a table which an erased account does not empty wholly. */
const lineOf: Partial<Record<RetentionName, readonly string[]>> = {
  account: [
    ...['account', 'author_profile', 'terms_acceptance', 'material', 'material_search', 'material_sample'],
    ...['post', 'comment', 'unit'],
  ],
  orders: [
    ...['purchase_order', 'order_item', 'invoice_purchase', 'invoice_transfer', 'refund', 'refund_request'],
    ...[
      'ledger_entry',
      'ledger_closing',
      'tax_document',
      'voucher',
      'voucher_use',
      'credit_lot',
      'gift_card',
      'payout',
    ],
    ...['seller_tax', 'operator_task', 'publication_material', 'exchange_rate'],
  ],
  adminAccess: ['login_as'],
  traders: ['author_trader'],
  reports: ['material_report', 'moderation_case', 'moderation_decision'],
  giftCards: ['gift_card_sale'],
}

test('what stays after an erasure has its line on the privacy page', () => {
  const staying = features
    .flatMap(({ personalData = [] }) => personalData)
    .filter(({ erase }) => typeof erase === 'object')
    .map(({ table }) => table)
  const named = Object.values(lineOf).flat()
  expect(staying.filter((table) => !named.includes(table))).toEqual([])
  expect(named.filter((table) => !staying.includes(table))).toEqual([])
  expect(Object.keys(lineOf).filter((name) => !(name in retention))).toEqual([])
})

/** Rows whose time a job of their own keeps, or a rule that knows more than days. */
const enforcedByJob: Partial<Record<RetentionName, string>> = {
  closedAccount: 'erase_accounts',
  sessions: 'clean_sessions',
  links: 'clean_sessions',
  notifications: 'clean_notifications',
  freeDownloads: 'clean_mail_links',
  recommendations: 'clean_recommendations',
  carts: 'clean_carts',
  repeatedCalls: 'clean_idempotency_keys',
}

test('each line with days is kept by a rule of a manifest or by a job that runs by the clock, never by both', () => {
  const byRule = new Set(features.flatMap(({ retention: rules = [] }) => rules.map(({ name }) => name)))
  const ofDays = (Object.keys(retention) as RetentionName[]).filter(
    (name) => typeof retention[name].period === 'object',
  )
  expect([...byRule, ...Object.keys(enforcedByJob)].sort()).toEqual(ofDays.sort())
  const byClock = jobs.filter(({ cron }) => cron !== undefined).map(({ type }) => type.name)
  expect(Object.values(enforcedByJob).filter((name) => !byClock.includes(name))).toEqual([])
})
