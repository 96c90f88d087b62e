import { z } from 'zod'

/** What a person has to settle: money that fits no order, money that was not sent, banks that take it back. */
export const taskKinds = [
  'amount_mismatch',
  'duplicate_payment',
  'paid_twice',
  'late_failure',
  'refund_refused',
  'foreign_refund',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
  'reconciliation',
  'closing_wrong',
  'invoice_overdue',
  'overpaid',
  'transfer_back',
  'takedown_reversed',
  'seller_closed',
  'country_contradicted',
  'vat_id_other_name',
  'vat_id_unasked',
  'other',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** What is known of the matter; amounts are cents. */
export const taskDetailSchema = z.object({
  orderNumber: z.string().nullable().optional(),
  orderReference: z.string().optional(),
  provider: z.string().optional(),
  /** How the provider names it. */
  providerReference: z.string().optional(),
  amount: z.number().int().optional(),
  /** What was expected instead. */
  expected: z.number().int().optional(),
  currency: z.string().optional(),
  /** What the provider or the buyer's bank says. */
  reason: z.string().optional(),
  materialIds: z.array(z.number().int()).optional(),
})
export type TaskDetail = z.infer<typeof taskDetailSchema>

export const operatorTaskSchema = z.object({
  id: z.number().int(),
  kind: z.enum(taskKinds),
  detail: taskDetailSchema,
  createdAt: z.string(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type OperatorTask = z.infer<typeof operatorTaskSchema>
