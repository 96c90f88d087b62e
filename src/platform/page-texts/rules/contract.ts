import { z } from 'zod'

/** What a page says after it was read: of refused changes, of undo, and in which other language it exists. */
export const pageTextsSchema = z.object({
  toasts: z.object({
    /** By error code, and by what else can be said. */
    texts: z.record(z.string(), z.string()),
    retry: z.string(),
    undo: z.string(),
    show: z.string(),
    login: z.string(),
    openCart: z.string(),
    close: z.string(),
  }),
  /** Where toasts lead. */
  urls: z.object({ login: z.string(), cart: z.string() }),
  /** The question for the terms in force, over any page. */
  terms: z.object({
    heading: z.string(),
    text: z.string(),
    link: z.string(),
    href: z.string(),
    accept: z.string(),
    later: z.string(),
  }),
  /** "This page in your language", in the world's own language. */
  languageHint: z.object({ label: z.string(), text: z.string(), open: z.string(), close: z.string() }),
})

export type PageTexts = z.infer<typeof pageTextsSchema>
export type ToastTexts = PageTexts['toasts']
