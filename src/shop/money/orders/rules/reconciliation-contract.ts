import { z } from 'zod'

/** What a comparison of the provider's report with the books found; amounts are cents. */
export const reconciliationSchema = z.object({
  provider: z.string(),
  from: z.string(),
  to: z.string(),
  madeAt: z.string(),
  /** How many movements the provider told of. */
  compared: z.number().int(),
  differences: z.array(
    z.object({
      kind: z.enum(['payment', 'refund', 'dispute']),
      reference: z.string(),
      currency: z.string(),
      /** Null: that side knows nothing of it. */
      providerCents: z.number().int().nullable(),
      booksCents: z.number().int().nullable(),
    }),
  ),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>
