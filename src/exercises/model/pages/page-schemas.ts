import { z } from 'zod'
import { type PageCondition, pageLayouts } from './pages.ts'

export const pageLayoutSchema = z.enum(pageLayouts)

export const pageConditionSchema: z.ZodType<PageCondition> = z.object({
  afterElementId: z.string().regex(/^[0-9a-z]{1,26}$/),
  minScaled: z.number().min(0.01).max(1),
})
