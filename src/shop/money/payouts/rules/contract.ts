import { z } from 'zod'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { payoutReasons, payoutStatuses } from './payout.ts'

/** Where a seller's money goes, as far as anybody is shown. */
export const bankDetailsSchema = z.object({
  holder: z.string(),
  country: z.string().length(2),
  lastFour: z.string().length(4),
  bic: z.string().nullable(),
  changedAt: z.string(),
})
export type BankDetails = z.infer<typeof bankDetailsSchema>

/** As it is typed: an empty field of a form does not come. */
export const bankInputSchema = z.object({
  holder: z.string().max(500).optional(),
  iban: z.string().max(100).optional(),
  bic: z.string().max(100).optional(),
})
export type BankInput = z.infer<typeof bankInputSchema>

export const sellerDataSchema = z.object({
  kind: z.enum(['private', 'business']),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  legalName: z.string().nullable(),
  /** `1980-02-29`. */
  birthDate: z.string().nullable(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string().length(2),
  taxNumber: z.string().nullable(),
  vatId: z.string().nullable(),
  registerNumber: z.string().nullable(),
})
export type SellerData = z.infer<typeof sellerDataSchema>

const typed = z.string().max(500).optional()
export const sellerDataInputSchema = z.object({
  kind: z.enum(['private', 'business']),
  ...{ firstName: typed, lastName: typed, legalName: typed, birthDate: typed },
  ...{ street: typed, postcode: typed, city: typed, country: typed },
  ...{ taxNumber: typed, vatId: typed, registerNumber: typed },
})
export type SellerDataInput = z.infer<typeof sellerDataInputSchema>

export const payoutReferenceSchema = z.string().regex(/^PO-[A-Z]{2}-\d{6,15}$/)
export const periodSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const payoutSchema = z.object({
  reference: z.string(),
  world: worldSchema,
  status: z.enum(payoutStatuses),
  period: z.string(),
  amount: z.number().int(),
  currency: z.string().length(3),
  /** Why it is held, was refused or failed. */
  note: z.string().nullable(),
  /** Of the account it went to; null before it is sent. */
  lastFour: z.string().nullable(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
})
export type Payout = z.infer<typeof payoutSchema>

/** Cents; below zero is owed to us. */
export const sellerBalanceSchema = z.object({
  currency: z.string().length(3),
  balance: z.number().int(),
  /** Of it, what buyers may still withdraw from. */
  pending: z.number().int(),
  /** On its way to the seller's bank, no part of the balance any more. */
  onTheWay: z.number().int(),
  paid: z.number().int(),
  /** What would be paid out today. */
  payable: z.number().int(),
  reasons: z.array(z.enum(payoutReasons)),
})
export type SellerBalance = z.infer<typeof sellerBalanceSchema>

/** One payout as finance sees it. */
export const queuedPayoutSchema = payoutSchema.extend({
  seller: z.object({ id: z.number().int(), name: z.string(), email: z.string() }),
  /** What helps to decide: sales and refunds are lines of the last 90 days, disputes are orders. */
  facts: z.object({
    hasBank: z.boolean(),
    bankChangedAt: z.string().nullable(),
    /** `partly`: name and address, but no tax number. */
    tax: z.enum(['none', 'partly', 'whole']),
    sales: z.number().int(),
    refunds: z.number().int(),
    disputes: z.number().int(),
  }),
  approvedBy: z.string().nullable(),
  batch: z.number().int().nullable(),
  /** A transfer of the payment provider's that runs: only its answer moves it on. */
  isUnderWay: z.boolean(),
})
export type QueuedPayout = z.infer<typeof queuedPayoutSchema>
