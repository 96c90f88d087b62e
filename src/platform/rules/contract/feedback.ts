import { z } from 'zod'
import { noteLength, questionLength, reportLength, reviewMaxLength } from '#platform/limits.ts'

/** Languages a review may be written in: those of the live worlds. */
export const reviewLanguages = ['de', 'es', 'fr', 'el', 'it', 'en'] as const

export const reviewSchema = z.object({
  id: z.number().int(),
  author: z.string(),
  rating: z.number().int(),
  text: z.string(),
  /** Language tag of the text. */
  language: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** The author's answer. */
  reply: z.object({ text: z.string(), createdAt: z.string() }).nullable(),
  helpfulCount: z.number().int(),
})
export type Review = z.infer<typeof reviewSchema>

/** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
export const starCountsSchema = z.array(z.number().int()).length(5)

export const reviewInputSchema = z.object({
  rating: z.number().int().min(1).max(5),
  text: z.string().max(reviewMaxLength).default(''),
  /** Left out: the language of the world. */
  language: z.enum(reviewLanguages).optional(),
})
export type ReviewInput = z.infer<typeof reviewInputSchema>

export const reviewSorts = ['newest', 'helpful'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const reviewPageSchema = z.object({
  reviews: z.array(reviewSchema),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
})
export type ReviewPage = z.infer<typeof reviewPageSchema>

/** A member's own review of a material. */
export const ownReviewSchema = reviewSchema.extend({ materialId: z.number().int() })
export type OwnReview = z.infer<typeof ownReviewSchema>

/** An author's answer to a review or a question. */
export const answerInputSchema = z.object({ text: z.string().min(2).max(reviewMaxLength) })

export const questionSchema = z.object({
  id: z.number().int(),
  author: z.string(),
  text: z.string(),
  createdAt: z.string(),
  /** Null as long as the author has not answered; somebody who has the material may have done so before, below it. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
})
export type Question = z.infer<typeof questionSchema>

export const questionInputSchema = z.object({
  text: z.string().min(questionLength.min).max(questionLength.max),
})

export const questionPageSchema = z.object({
  questions: z.array(questionSchema),
  nextCursor: z.string().nullable(),
})
export type QuestionPage = z.infer<typeof questionPageSchema>

/** What a note to an author is: only the two of them read it. */
export const noteKinds = ['mistake', 'wish', 'thanks'] as const
export type NoteKind = (typeof noteKinds)[number]

export const noteInputSchema = z.object({
  kind: z.enum(noteKinds),
  text: z.string().min(noteLength.min).max(noteLength.max),
})
export type NoteInput = z.infer<typeof noteInputSchema>

export const noteSchema = z.object({
  id: z.number().int(),
  materialId: z.number().int(),
  title: z.string(),
  /** The buyer's public name. */
  writer: z.string(),
  kind: z.enum(noteKinds),
  text: z.string(),
  createdAt: z.string(),
  reply: z.string().nullable(),
  repliedAt: z.string().nullable(),
})
export type Note = z.infer<typeof noteSchema>

export const notePageSchema = z.object({
  notes: z.array(noteSchema),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
})
export type NotePage = z.infer<typeof notePageSchema>

export const reportReasons = ['copyright', 'wrong', 'unsuited', 'personal_data', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportStatuses = ['open', 'upheld', 'rejected'] as const

/** What article 16 of the Digital Services Act wants to know from who reports. */
export const reportInputSchema = z.object({
  reason: z.enum(reportReasons),
  text: z.string().min(reportLength.min).max(reportLength.max),
  /** Of a member those of the account, where nothing is typed. */
  name: z.string().max(120).default(''),
  email: z.string().max(320).default(''),
  /** "I believe in good faith that this is correct and complete." */
  goodFaith: z.literal(true),
})
export type ReportInput = z.infer<typeof reportInputSchema>

export const reportSchema = z.object({
  id: z.number().int(),
  /** One of these two, or an announcement. */
  material: z.object({ id: z.number().int(), title: z.string(), url: z.string() }).nullable(),
  post: z.object({ id: z.number().int(), title: z.string(), url: z.string() }).nullable(),
  /** The comment on the post it is about; its words as they are now. */
  comment: z.object({ id: z.number().int(), text: z.string() }).nullable(),
  /** The review of the material, or the question about it, that is meant. */
  reviewId: z.number().int().nullable(),
  questionId: z.number().int().nullable(),
  /** A private note about the material. */
  noteId: z.number().int().nullable(),
  /** An author's words to all followers. */
  announcementId: z.number().int().nullable(),
  /** Null: a stranger. */
  accountId: z.number().int().nullable(),
  name: z.string(),
  email: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
  status: z.enum(reportStatuses),
  createdAt: z.string(),
})
export type Report = z.infer<typeof reportSchema>
