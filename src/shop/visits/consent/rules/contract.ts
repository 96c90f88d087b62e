import { z } from 'zod'
import { consentCategories } from './consent.ts'

export const categorySchema = z.enum(consentCategories)

const textsSchema = z.object({ title: z.string(), text: z.string() })

/** What the question needs: whether it is due in the visitor's country, for what, and its words. */
export const consentSchema = z.object({
  isAsked: z.boolean(),
  categories: z.array(categorySchema),
  /** The page where it is chosen without script; a form posted there chooses. */
  action: z.string(),
  texts: z.object({
    ask: textsSchema,
    choose: textsSchema,
    necessary: textsSchema,
    statistics: textsSchema,
    marketing: textsSchema,
    buttons: z.object({
      all: z.string(),
      none: z.string(),
      choose: z.string(),
      save: z.string(),
      close: z.string(),
    }),
    privacy: z.object({ text: z.string(), href: z.string() }),
  }),
})

export type ConsentQuestion = z.infer<typeof consentSchema>
