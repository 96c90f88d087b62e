import { z } from 'zod'
import { moderationRuleLength, moderationTextLength } from '#platform/limits.ts'
import { listingOutcomes } from '../listing-outcomes.ts'
import { reportReasons } from './feedback.ts'
import { imageSchema } from './material.ts'

/** What waits at the moderation desk. */
export const caseKinds = ['report', 'appeal', 'listing'] as const
export type CaseKind = (typeof caseKinds)[number]

export const targetKinds = [
  'material',
  'post',
  'comment',
  'review',
  'question',
  'note',
  'announcement',
] as const
export type TargetKind = (typeof targetKinds)[number]

/** Who complains about a decision: whose content went, or who reported what stayed. */
export const appealSides = ['author', 'notifier'] as const
export type AppealSide = (typeof appealSides)[number]

export type ListingOutcome = (typeof listingOutcomes)[number]
/** What a decision does: takes away, leaves, gives back, or leaves it as it was decided before. */
export const outcomes = ['removed', 'kept', 'restored', 'confirmed', ...listingOutcomes] as const
export type Outcome = (typeof outcomes)[number]

/** Why: the content breaks a law, or our terms (Digital Services Act, article 17 (3)). */
export const grounds = ['law', 'terms'] as const
export type Ground = (typeof grounds)[number]

/** The statement of reasons: all of it goes to both sides by mail. */
export const decisionInputSchema = z.object({
  outcome: z.enum(outcomes),
  category: z.enum(reportReasons),
  ground: z.enum(grounds),
  /** The law, or the clause of our terms. */
  rule: z.string().min(moderationRuleLength.min).max(moderationRuleLength.max),
  facts: z.string().min(moderationTextLength.min).max(moderationTextLength.max),
  isStrike: z.boolean().default(false),
})
export type DecisionInput = z.infer<typeof decisionInputSchema>

/** About a listing: what its author reads, empty only when it is published; `trust`: the author's next ones do not wait. */
export const listingDecisionSchema = z.object({
  outcome: z.enum(listingOutcomes),
  text: z.string().max(moderationTextLength.max).default(''),
  trust: z.boolean().default(false),
})
export type ListingDecision = z.infer<typeof listingDecisionSchema>

export const decisionSchema = decisionInputSchema.required().extend({
  rule: z.string(),
  facts: z.string(),
  id: z.number().int(),
  /** Nobody else knows the name; null once that account is gone. */
  decidedBy: z.string().nullable(),
  decidedAt: z.string(),
})
export type Decision = z.infer<typeof decisionSchema>

export const deskCaseSchema = z.object({
  id: z.number().int(),
  kind: z.enum(caseKinds),
  target: z.object({
    kind: z.enum(targetKinds),
    id: z.number().int(),
    title: z.string(),
    url: z.string(),
    /** The words of a comment; of what has a page only the page. */
    text: z.string().nullable(),
    /** The state it is in now. */
    state: z.string(),
    /** Of the material it is or stands at. */
    cover: imageSchema.nullable(),
    /** Of a reported material that waits: its pages. */
    pages: z.array(imageSchema),
  }),
  /** Whose it is, with the strikes that count today and what is known of them in all worlds. */
  affected: z.object({
    id: z.number().int(),
    name: z.string(),
    strikes: z.number().int(),
    /** Of the account. */
    since: z.string(),
    /** On offer today. */
    materials: z.number().int(),
    sales: z.number().int(),
    /** Decided cases about things of theirs, and how many of them were removed. */
    earlier: z.object({ decided: z.number().int(), removed: z.number().int() }),
  }),
  reports: z.array(
    z.object({
      id: z.number().int(),
      reason: z.enum(reportReasons),
      text: z.string(),
      name: z.string(),
      email: z.string(),
      createdAt: z.string(),
    }),
  ),
  appeal: z.object({ by: z.enum(appealSides), text: z.string(), against: decisionSchema }).nullable(),
  decision: decisionSchema.nullable(),
  /** Of a listing that waits: why, and what it is. */
  listing: z
    .object({
      reasons: z.array(
        z.object({
          kind: z.enum(['new_author', 'same_file', 'same_text', 'same_page', 'same_tasks']),
          /** Of `same_tasks` the title of the exercise. */
          fileName: z.string(),
          /** Where the other one is; null for a new author. */
          url: z.string().nullable(),
          percent: z.number().int(),
          /** Pages that look alike, as "1-3, 5"; empty for other reasons. */
          pages: z.string(),
        }),
      ),
      description: z.string(),
      previews: z.array(imageSchema),
      files: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable(),
  /** What can be decided; empty when it is decided, or somebody else has to. */
  outcomes: z.array(z.enum(outcomes)),
  openedAt: z.string(),
  /** Until when it is to be decided; null: it is. */
  dueAt: z.string().nullable(),
})
export type DeskCase = z.infer<typeof deskCaseSchema>

const kindCounts = z.object({ report: z.number().int(), appeal: z.number().int(), listing: z.number().int() })
/** How many cases of each kind wait, and are decided. */
export const caseCountsSchema = z.object({ open: kindCounts, decided: kindCounts })
export type CaseCounts = z.infer<typeof caseCountsSchema>

export const appealInputSchema = z.object({
  text: z.string().min(moderationTextLength.min).max(moderationTextLength.max),
})

/** A year of the desk (Digital Services Act, articles 15 (1) and 24 (1)). */
export const moderationFiguresSchema = z.object({
  year: z.number().int(),
  notices: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int() })),
  decisions: z.array(
    z.object({
      outcome: z.enum(outcomes),
      ground: z.enum(grounds),
      category: z.enum(reportReasons),
      count: z.number().int(),
    }),
  ),
  /** Of notices, until they were decided; null without any. */
  medianHours: z.number().nullable(),
  appeals: z.array(
    z.object({ by: z.enum(appealSides), outcome: z.enum(outcomes).nullable(), count: z.number().int() }),
  ),
  appealMedianHours: z.number().nullable(),
  strikes: z.number().int(),
  /** Accounts that may publish nothing new for a while (article 23). */
  pauses: z.number().int(),
})
export type ModerationFigures = z.infer<typeof moderationFiguresSchema>
