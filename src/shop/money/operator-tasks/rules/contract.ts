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
  'rate_missing',
  'vat_id_other_name',
  'vat_id_unasked',
  'other',
] as const
export type TaskKind = (typeof taskKinds)[number]

/**
 * Whose matter a kind of task is. `order`: a buyer's order, which the task always names with buyer and sum. `author`: an
 * author's balance. `books`: our own books; the order or the person is named where the books know them.
 */
export const taskSubjects = {
  amount_mismatch: 'order',
  duplicate_payment: 'order',
  paid_twice: 'order',
  late_failure: 'order',
  refund_refused: 'order',
  foreign_refund: 'order',
  dispute_open: 'order',
  dispute_won: 'order',
  dispute_lost: 'order',
  reconciliation: 'books',
  closing_wrong: 'books',
  invoice_overdue: 'order',
  overpaid: 'order',
  transfer_back: 'order',
  takedown_reversed: 'author',
  seller_closed: 'author',
  country_contradicted: 'order',
  rate_missing: 'order',
  vat_id_other_name: 'order',
  vat_id_unasked: 'order',
  other: 'books',
} as const satisfies Record<TaskKind, 'order' | 'author' | 'books'>

/** What is known of the matter; amounts are cents. */
export const taskDetailSchema = z.object({
  orderNumber: z.string().nullable().optional(),
  orderReference: z.string().optional(),
  provider: z.string().optional(),
  /** How the provider names it. */
  providerReference: z.string().optional(),
  amount: z.number().int().optional(),
  /** Of a dispute: what its closing is asked for by. */
  disputeId: z.string().optional(),
  /** What was expected instead. */
  expected: z.number().int().optional(),
  currency: z.string().optional(),
  /** What the provider or the buyer's bank says. */
  reason: z.string().optional(),
  materialIds: z.array(z.number().int()).optional(),
  /** Our name for the money that goes back, as the provider was asked for it. */
  refundReference: z.string().optional(),
  /** Accounts; name and address are read when the task is shown, so that they go when the account is erased. */
  buyerId: z.number().int().optional(),
  authorId: z.number().int().optional(),
})
export type TaskDetail = z.infer<typeof taskDetailSchema>

/** What has to be known of a matter before somebody can settle it, by its subject. */
type Known<Names extends keyof TaskDetail> = TaskDetail & {
  [Name in Names]-?: Exclude<TaskDetail[Name], undefined>
}
interface Required {
  order: Known<'orderNumber' | 'orderReference' | 'buyerId' | 'amount' | 'currency'>
  author: Known<'authorId' | 'amount' | 'currency'>
  books: Known<'reason' | 'currency'>
}
/** A kind with the detail it needs: a task without order, person or sum does not compile. */
export type TaskMatter = {
  [Kind in TaskKind]: { kind: Kind; detail: Required[(typeof taskSubjects)[Kind]] }
}[TaskKind]

export const operatorTaskSchema = z.object({
  id: z.number().int(),
  kind: z.enum(taskKinds),
  detail: taskDetailSchema,
  /** Whose money it is; null where the task names nobody, or the account is gone. */
  person: z.object({ role: z.enum(['buyer', 'author']), name: z.string(), email: z.string() }).nullable(),
  /** What `materialIds` are called. */
  materials: z.array(z.object({ id: z.number().int(), title: z.string() })),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type OperatorTask = z.infer<typeof operatorTaskSchema>
