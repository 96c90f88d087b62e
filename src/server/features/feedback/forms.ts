import type { z } from 'zod'
import { url } from '#routing/url.ts'
import {
  answerInputSchema,
  questionInputSchema,
  reportInputSchema,
  reviewInputSchema,
} from '#shared/contract/feedback.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type ErrorCode, type FieldErrors, ProductError } from '#shared/errors.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import { fieldErrors } from '../../api/validation.ts'
import { type Context, memberOf } from '../../context.ts'
import { answerQuestion, askQuestion } from './questions.ts'
import { asBuyer } from './rating-mail.ts'
import { reportMaterial } from './reports.ts'
import { deleteReview, replyToReview, voteHelpful, writeReview } from './reviews.ts'

/**
 * Forms on the material page, which is the same HTML for everybody. Field `action`:
 * `ask` (`question`; members), `helpful` (`review_id`; members), `report` (`reason`, `details`, `name`, `email`,
 * `good_faith`; anybody). What was typed is kept when somebody has to log in first. Done leads back to the page, to
 * the part that says so: `#question-sent`, `#review-<id>`, `#report-sent`.
 */
export const materialForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const materialId = idOf(form.params.id)
    switch (form.values.action) {
      case 'ask':
        return refusal(context, form) ?? (await ask(context, form, materialId))
      case 'helpful': {
        const reviewId = idOf(form.values.review_id)
        const refused = refusal(context, form)
        if (refused) return refused
        const vote = await voteHelpful(context, reviewId, true)
        return { redirect: address(context, form, vote.materialId, `#review-${reviewId}`) }
      }
      case 'report':
        return await report(context, form, materialId)
      default:
        throw new ProductError('malformed_request')
    }
  },
}

/**
 * The review of a bought material. Field `action`: `review` (`rating`, `text`, `language`) or `delete-review`; field
 * `material_id` names the material.
 */
export const boughtMaterialsForm: FormHandler = {
  access: 'member',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const materialId = idOf(form.values.material_id)
    const page = url('bought-materials', { world: context.world })
    return refusal(context, form) ?? { redirect: page + (await changeReview(context, form, materialId)) }
  },
}

/** The same for who comes by the link of a rating mail, without a login: the buyer of that order. */
export const ratingForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const { token = '' } = form.params
    const materialId = idOf(form.values.material_id)
    try {
      const buyer = await asBuyer(context, token, materialId)
      const part = await changeReview(buyer, form, materialId)
      return { redirect: url('rating-email', { world: context.world, token }) + part }
    } catch (error) {
      if (error instanceof ProductError && error.code === 'link_expired') return { problem: error.code }
      throw error
    }
  },
}

/** Answers the part of the page that says what was done. */
async function changeReview(context: Context, form: FormInput, materialId: number): Promise<string> {
  if (form.values.action === 'delete-review') {
    await deleteReview(context, materialId)
    return '#review-gone'
  }
  const { rating, text, language } = form.values
  const input = read(reviewInputSchema, {
    rating: Number(rating ?? 0),
    text,
    language: language || undefined,
  })
  await writeReview(context, materialId, input)
  return '#review-saved'
}

/** Adds the author's answers to the form of the list of own materials: `action` = `answer` | `reply`, `id`, `text`. */
export function withAuthorAnswers(form: FormHandler): FormHandler {
  return {
    ...form,
    async handle(context, input) {
      const { action, id, text } = input.values
      if (action !== 'answer' && action !== 'reply') return await form.handle(context, input)
      const answer = read(answerInputSchema, { text }).text
      if (action === 'answer') await answerQuestion(context, idOf(id), answer)
      else await replyToReview(context, idOf(id), answer)
      return { redirect: `${url('cabinet-sales', { world: context.world })}#answer-sent` }
    },
  }
}

async function ask(context: Context, form: FormInput, materialId: number): Promise<FormOutcome> {
  const names = { text: 'question' }
  return await named(names, form, async () => {
    const { text } = read(questionInputSchema, { text: form.values.question })
    await askQuestion(context, materialId, text)
    return { redirect: address(context, form, materialId, '#question-sent') }
  })
}

async function report(context: Context, form: FormInput, materialId: number): Promise<FormOutcome> {
  const names = { text: 'details', goodFaith: 'good_faith' }
  return await named(names, form, async () => {
    const { reason, details, name, email, good_faith } = form.values
    const input = read(reportInputSchema, {
      reason: reason || undefined,
      text: details,
      name,
      email,
      goodFaith: good_faith === '1' ? true : undefined,
    })
    await reportMaterial(context, materialId, { input, ip: form.raw.ip })
    return { redirect: address(context, form, materialId, '#report-sent') }
  })
}

/** Problems under the names of the form's own fields: several forms share the page, and ids must differ. */
async function named(
  names: Readonly<Record<string, string>>,
  form: FormInput,
  run: () => Promise<FormOutcome>,
): Promise<FormOutcome> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    const fields = Object.entries(error.fields).map(([name, problem]) => [names[name] ?? name, problem])
    return shownAgain(form, error.code, Object.fromEntries(fields))
  }
}

/** Who has to log in or accept the terms first gets the page again with everything that was typed. */
function refusal(context: Context, form: FormInput): FormOutcome | undefined {
  const member = memberOf(context)
  if (member === undefined) return shownAgain(form, 'unauthorized')
  return member.agbAccepted ? undefined : shownAgain(form, 'terms_not_accepted')
}

function shownAgain({ values, lists }: FormInput, problem: ErrorCode, fields?: FieldErrors): FormOutcome {
  return { problem, values, lists, ...(fields && { fields }) }
}

/** @throws ProductError invalid_input with the fields that do not fit */
function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new ProductError('invalid_input', { fields: fieldErrors(parsed.error) })
}

function idOf(value: string | undefined): number {
  const id = idSchema.safeParse(value)
  if (!id.success) throw new ProductError('not_found')
  return id.data
}

function address({ world }: Context, form: FormInput, materialId: number, part: `#${string}`): string {
  const { slug } = form.params
  return url('material', { world, id: materialId, ...(slug !== undefined && { slug }) }) + part
}
