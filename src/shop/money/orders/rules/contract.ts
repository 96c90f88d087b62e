import { z } from 'zod'
import { materialCardSchema } from '#platform/rules/contract/material.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'
import { billingInputSchema } from '#shop/money/billing/rules/contract.ts'

/** `processing`: its buyer has paid and the provider has not got the money yet (a direct debit: up to 14 days). */
export const orderStatuses = ['pending', 'processing', 'paid', 'declined', 'cancelled', 'expired'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderSchema = z.object({
  reference: z.string(),
  number: z.string().nullable(),
  status: z.enum(orderStatuses),
  currency: z.string().length(3),
  total: centsSchema,
  tax: centsSchema,
  /** What of it was paid with credit, and the voucher that made it cheaper. */
  credit: centsSchema,
  voucher: z.object({ code: z.string(), discount: centsSchema }).nullable(),
  /** What went back of the total. */
  refunded: centsSchema,
  /** Tax rate in basis points: 1900 = 19 %. */
  taxRate: z.number().int(),
  country: z.string().length(2),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  items: z.array(
    z.object({
      materialId: z.number().int(),
      title: z.string(),
      licence: z.enum(licences),
      price: centsSchema,
    }),
  ),
})
export type Order = z.infer<typeof orderSchema>

/** Where a payment is made: on the provider's page, or in its fields on our payment page. */
const paymentSurfaces = ['page', 'fields'] as const
export type PaymentSurface = (typeof paymentSurfaces)[number]

/** With what is to stand on the invoice, where the buyer says so. */
export const checkoutInputSchema = billingInputSchema.extend({
  country: z.string().regex(/^[A-Z]{2}$/),
  /** A box that is not ticked is not sent. */
  consentImmediate: z.boolean().default(false),
  consentWaiver: z.boolean().default(false),
  /** What the buyer saw that is left to pay, in cents; another sum is refused with `conflict` and the new one is shown. */
  expectedTotal: centsSchema.nonnegative(),
  /** What they saw their credit pay; likewise. */
  expectedCredits: centsSchema.nonnegative().optional(),
  /** `invoice`: delivered at once and paid by bank transfer; only for verified members of a school. */
  method: z.enum(['provider', 'invoice']).optional(),
  /** `fields`: the caller shows the provider's fields itself; where it has none, the answer leads to its page. */
  surface: z.enum(paymentSurfaces).optional(),
})

/** What a school still has to pay by bank transfer. */
export const invoiceDueSchema = z.object({
  /** Cents still to come; 0 once it is settled. */
  open: centsSchema,
  currency: z.string().length(3),
  dueAt: z.string(),
  /** Whom to pay, and what to write so that the money finds its order. */
  holder: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  purpose: z.string(),
})
export type InvoiceDue = z.infer<typeof invoiceDueSchema>

/** An invoice nobody has paid yet, as finance sees it. */
export const openInvoiceSchema = z.object({
  reference: z.string(),
  orderNumber: z.string(),
  school: z.string(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Cents still to come, and what came by transfer before. */
  open: centsSchema,
  received: centsSchema,
  currency: z.string().length(3),
  orderedAt: z.string(),
  dueAt: z.string(),
  isOverdue: z.boolean(),
  reminders: z.number().int(),
})
export type OpenInvoice = z.infer<typeof openInvoiceSchema>

export const refundSchema = z.object({
  reference: z.string(),
  /** Whether the provider has sent the money. */
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: centsSchema,
  /** Contained in `amount`. */
  tax: centsSchema,
  currency: z.string().length(3),
  createdAt: z.string(),
})

export const checkoutResultSchema = z.object({
  reference: z.string(),
  /** Where the buyer goes next: the provider's page, or the thank-you page when nothing is due. */
  redirectUrl: z.string(),
  /** With `surface: fields`: confirms the payment in the provider's fields, which lead to `redirectUrl` then. */
  clientSecret: z.string().optional(),
})

export const boughtFileSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  sizeBytes: z.number().int(),
  downloadUrl: z.string(),
})

/** Files of a material a school has for all of its members. */
export const schoolFilesSchema = z.object({
  title: z.string(),
  files: z.array(boughtFileSchema),
  /** All files as one archive; null where there is one file, or too much for an archive. */
  allUrl: z.string().nullable(),
})
export type SchoolFiles = z.infer<typeof schoolFilesSchema>

export const boughtMaterialSchema = z.object({
  material: materialCardSchema,
  /** `single`: the member and so many `colleagues`. */
  licence: z.enum(['single', 'school']),
  colleagues: z.number().int(),
  boughtAt: z.string(),
  /** When its files last changed, if that was after it was bought. */
  updatedAt: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** Specification 3 "Material (as tracked)": the order. */
  purchase_id: z.number().int(),
  files: z.array(boughtFileSchema),
  /** Of earlier versions, the last replaced first. */
  /** All files as one archive; null where there is one file, or too much for an archive. */
  allUrl: z.string().nullable(),
  formerFiles: z.array(boughtFileSchema.extend({ replacedAt: z.string() })),
})
export type BoughtMaterial = z.infer<typeof boughtMaterialSchema>

export const saleSchema = z.object({
  orderNumber: z.string(),
  materialId: z.number().int(),
  title: z.string(),
  licence: z.enum(licences),
  price: centsSchema,
  /** Less what went back of it. */
  authorShare: centsSchema,
  /** What went back of the price. */
  refunded: centsSchema,
  currency: z.string().length(3),
  country: z.string().length(2),
  soldAt: z.string(),
})
export type Sale = z.infer<typeof saleSchema>
