import type { TaskKind } from './contract.ts'

/** What a task is called, and what is best done about it. */
export const taskTexts = {
  amount_mismatch: {
    title: 'cabinet-operations:kind.amount_mismatch',
    advice: 'cabinet-operations:advice.amount_mismatch',
  },
  duplicate_payment: {
    title: 'cabinet-operations:kind.duplicate_payment',
    advice: 'cabinet-operations:advice.duplicate_payment',
  },
  paid_twice: { title: 'cabinet-operations:kind.paid_twice', advice: 'cabinet-operations:advice.paid_twice' },
  late_failure: {
    title: 'cabinet-operations:kind.late_failure',
    advice: 'cabinet-operations:advice.late_failure',
  },
  refund_refused: {
    title: 'cabinet-operations:kind.refund_refused',
    advice: 'cabinet-operations:advice.refund_refused',
  },
  foreign_refund: {
    title: 'cabinet-operations:kind.foreign_refund',
    advice: 'cabinet-operations:advice.foreign_refund',
  },
  dispute_open: {
    title: 'cabinet-operations:kind.dispute_open',
    advice: 'cabinet-operations:advice.dispute_open',
  },
  dispute_won: {
    title: 'cabinet-operations:kind.dispute_won',
    advice: 'cabinet-operations:advice.dispute_won',
  },
  dispute_lost: {
    title: 'cabinet-operations:kind.dispute_lost',
    advice: 'cabinet-operations:advice.dispute_lost',
  },
  reconciliation: {
    title: 'cabinet-operations:kind.reconciliation',
    advice: 'cabinet-operations:advice.reconciliation',
  },
  closing_wrong: {
    title: 'cabinet-operations:kind.closing_wrong',
    advice: 'cabinet-operations:advice.closing_wrong',
  },
  invoice_overdue: {
    title: 'cabinet-operations:kind.invoice_overdue',
    advice: 'cabinet-operations:advice.invoice_overdue',
  },
  overpaid: { title: 'cabinet-operations:kind.overpaid', advice: 'cabinet-operations:advice.overpaid' },
  transfer_back: {
    title: 'cabinet-operations:kind.transfer_back',
    advice: 'cabinet-operations:advice.transfer_back',
  },
  seller_closed: {
    title: 'cabinet-operations:kind.seller_closed',
    advice: 'cabinet-operations:advice.seller_closed',
  },
  takedown_reversed: {
    title: 'cabinet-operations:kind.takedown_reversed',
    advice: 'cabinet-operations:advice.takedown_reversed',
  },
  rate_missing: {
    title: 'cabinet-operations:kind.rate_missing',
    advice: 'cabinet-operations:advice.rate_missing',
  },
  country_contradicted: {
    title: 'cabinet-operations:kind.country_contradicted',
    advice: 'cabinet-operations:advice.country_contradicted',
  },
  vat_id_other_name: {
    title: 'cabinet-operations:kind.vat_id_other_name',
    advice: 'cabinet-operations:advice.vat_id_other_name',
  },
  vat_id_unasked: {
    title: 'cabinet-operations:kind.vat_id_unasked',
    advice: 'cabinet-operations:advice.vat_id_unasked',
  },
  other: { title: 'cabinet-operations:kind.other', advice: 'cabinet-operations:advice.other' },
} as const satisfies Record<TaskKind, { title: string; advice: string }>
