import { z } from 'zod'

/** Who the buyer is for the books: what stands on invoices. */
export const billingAddressSchema = z.object({
  name: z.string(),
  organisation: z.string().nullable(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  vatId: z.string().nullable(),
  /** What the buyer's office wants to find on invoices (BT-10); in Germany a Leitweg-ID. */
  buyerReference: z.string().nullable(),
})
export type BillingAddress = z.infer<typeof billingAddressSchema>

/** As it is typed: an empty field of a form does not come. */
export const billingInputSchema = z.object({
  billingName: z.string().max(500).optional(),
  billingOrganisation: z.string().max(500).optional(),
  billingStreet: z.string().max(500).optional(),
  billingPostcode: z.string().max(500).optional(),
  billingCity: z.string().max(500).optional(),
  billingVatId: z.string().max(500).optional(),
  billingReference: z.string().max(500).optional(),
})
export type BillingInput = z.infer<typeof billingInputSchema>
