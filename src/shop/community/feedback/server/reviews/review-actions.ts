import { z } from 'zod'
import type { ProductError } from '#platform/errors.ts'
import { action, type FormProblem, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { ownReviewSchema, reviewInputSchema } from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { materialAddress } from '../subject.ts'
import { asBuyer } from './rating-mail.ts'
import { deleteReview, replyToReview, voteHelpful, writeReview } from './reviews.ts'

const tag = 'feedback'
const doneSchema = z.object({ done: z.literal(true) })
const done = () => ({ data: { done: true as const } })
const helpfulSchema = z.object({ helpfulCount: z.number().int() })

const ofMaterial = z.object({ materialId: idSchema })
const ofReview = z.object({ reviewId: idSchema })
const byLink = ofMaterial.extend({ token: z.string() })

const boughtMaterials = ({ context: { world } }: PostedForm<unknown>) => url('bought-materials', { world })
const ratingPage = ({ context: { world }, params: { token = '' } }: PostedForm<unknown>) =>
  url('rating-email', { world, token })
/** The page itself says that its link is over. */
const ratingFailed = ({ code }: ProductError): FormProblem | undefined =>
  code === 'link_expired' ? { problem: code } : undefined

export const write = action({
  name: 'review.write',
  summary: 'Write or rewrite the own review of a bought material',
  rate: 'write',
  input: reviewInputSchema.extend({ materialId: idSchema }),
  run: async (context, { materialId, ...review }) => await writeReview(context, materialId, review),
  api: { method: 'put', path: '/v1/materials/{materialId}/review', tag, output: ownReviewSchema },
  form: {
    page: 'bought-materials',
    intent: 'write-review',
    done: (_review, form) => `${boughtMaterials(form)}#review-saved`,
  },
})

export const remove = action({
  name: 'review.delete',
  summary: 'Take the own review back',
  rate: 'write',
  input: ofMaterial,
  run: async (context, { materialId }) => await deleteReview(context, materialId),
  api: {
    method: 'delete',
    path: '/v1/materials/{materialId}/review',
    tag,
    output: doneSchema,
    reply: done,
  },
  form: {
    page: 'bought-materials',
    intent: 'delete-review',
    done: (_result, form) => `${boughtMaterials(form)}#review-gone`,
  },
})

/** Who comes by the link of a rating mail is the buyer of that order, without a login. */
export const writeByLink = action({
  name: 'review.by-link',
  summary: 'Write or rewrite the review of a bought material by the link of a mail',
  rate: 'write',
  input: reviewInputSchema.extend(byLink.shape),
  run: async (context, { token, materialId, ...review }) =>
    await writeReview(await asBuyer(context, token, materialId), materialId, review),
  form: {
    page: 'rating-email',
    intent: 'write-review',
    fromAddress: { token: 'token' },
    done: (_review, form) => `${ratingPage(form)}#review-saved`,
    failed: ratingFailed,
  },
})

export const removeByLink = action({
  name: 'review.delete-by-link',
  summary: 'Take the review back by the link of a mail',
  rate: 'write',
  input: byLink,
  run: async (context, { token, materialId }) =>
    await deleteReview(await asBuyer(context, token, materialId), materialId),
  form: {
    page: 'rating-email',
    intent: 'delete-review',
    fromAddress: { token: 'token' },
    done: (_result, form) => `${ratingPage(form)}#review-gone`,
    failed: ratingFailed,
  },
})

export const helpful = action({
  name: 'review.helpful',
  summary: 'A review was helpful; counts once for each member',
  rate: 'write',
  input: ofReview,
  run: async (context, { reviewId }) => await voteHelpful(context, reviewId, true),
  api: {
    method: 'put',
    path: '/v1/reviews/{reviewId}/helpful',
    tag,
    output: helpfulSchema,
    reply: ({ helpfulCount }) => ({ data: { helpfulCount } }),
  },
  form: {
    page: 'material',
    intent: 'vote-review-helpful',
    done: ({ materialId }, { context, params, input }) =>
      `${materialAddress(context, materialId, params.slug)}#review-${input.reviewId}`,
  },
})

export const notHelpful = action({
  name: 'review.not-helpful',
  summary: 'Take the vote for a review back',
  rate: 'write',
  input: ofReview,
  run: async (context, { reviewId }) => await voteHelpful(context, reviewId, false),
  api: {
    method: 'delete',
    path: '/v1/reviews/{reviewId}/helpful',
    tag,
    output: helpfulSchema,
    reply: ({ helpfulCount }) => ({ data: { helpfulCount } }),
  },
})

export const deleteReply = action({
  name: 'review.delete-reply',
  summary: "Take the author's answer back",
  rate: 'write',
  input: ofReview,
  run: async (context, { reviewId }) => await replyToReview(context, reviewId, null),
  api: { method: 'delete', path: '/v1/reviews/{reviewId}/reply', tag, output: doneSchema, reply: done },
})
