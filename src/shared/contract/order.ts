import { z } from 'zod'
import { licences } from '../rules/licence.ts'
import { materialCardSchema } from './material.ts'
import { centsSchema } from './world.ts'

export const orderStatuses = ['pending', 'paid', 'declined', 'cancelled', 'expired'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderSchema = z.object({
  reference: z.string(),
  number: z.string().nullable(),
  status: z.enum(orderStatuses),
  currency: z.string().length(3),
  total: centsSchema,
  tax: centsSchema,
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

export const checkoutInputSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  consentImmediate: z.boolean(),
  consentWaiver: z.boolean(),
  /** What the buyer saw, in cents; another sum is refused with `conflict` and the new one is shown. */
  expectedTotal: centsSchema,
})
export const checkoutResultSchema = z.object({
  reference: z.string(),
  /** Where the buyer goes next: the provider's page, or the thank-you page when nothing is due. */
  redirectUrl: z.string(),
})

export const boughtMaterialSchema = z.object({
  material: materialCardSchema,
  /** `single`: the member and so many `colleagues`. */
  licence: z.enum(['single', 'school']),
  colleagues: z.number().int(),
  boughtAt: z.string(),
  /** When its files last changed, if that was after it was bought. */
  updatedAt: z.string().nullable(),
  orderNumber: z.string().nullable(),
  files: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      sizeBytes: z.number().int(),
      downloadUrl: z.string(),
    }),
  ),
})
export type BoughtMaterial = z.infer<typeof boughtMaterialSchema>

export const saleSchema = z.object({
  orderNumber: z.string(),
  materialId: z.number().int(),
  title: z.string(),
  licence: z.enum(licences),
  price: centsSchema,
  authorShare: centsSchema,
  currency: z.string().length(3),
  soldAt: z.string(),
})
export type Sale = z.infer<typeof saleSchema>
