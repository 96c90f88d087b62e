import { z } from 'zod'
import { action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { answerInputSchema } from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { answerQuestion } from './questions.ts'
import { replyToReview } from './reviews.ts'

const tag = 'feedback'
const page = 'cabinet-sales'
const output = z.object({ done: z.literal(true) })
const reply = () => ({ data: { done: true as const } })

export const answer = action({
  name: 'question.answer',
  summary: "The author's answer to a question; replaces an earlier one",
  rate: 'write',
  input: answerInputSchema.extend({ questionId: idSchema }),
  run: (context, { questionId, text }) => answerQuestion(context, questionId, text),
  api: { method: 'put', path: '/v1/questions/{questionId}/answer', tag, output, reply },
  form: { page, intent: 'answer-question', done: sent },
})

export const replyToReviewAction = action({
  name: 'review.reply',
  summary: "The author's one answer to a review; replaces an earlier one",
  rate: 'write',
  input: answerInputSchema.extend({ reviewId: idSchema }),
  run: (context, { reviewId, text }) => replyToReview(context, reviewId, text),
  api: { method: 'put', path: '/v1/reviews/{reviewId}/reply', tag, output, reply },
  form: { page, intent: 'reply-to-review', done: sent },
})

function sent(_result: unknown, { context: { world } }: Pick<PostedForm, 'context'>): string {
  return `${url('cabinet-sales', { world })}#answer-sent`
}
