import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'
import { cartCookies } from '#shop/buying/cart/server/service.ts'
import { wishPrioritySchema, wishTextLength } from '../rules/contract.ts'
import { approveWish, declineWish, reopenWish, takeWishBack, voteForWish, wishForSchool } from './service.ts'

const tag = 'schools'
const doneReply = {
  output: z.object({ done: z.literal(true) }),
  reply: () => ({ data: { done: true as const } }),
}
const totalReply = {
  output: z.object({ _total: z.number().int() }),
  reply: ({ total }: { total: number }) => ({ data: { _total: total } }),
}

/** Specification 7: `{subjectId, subjectType: material, world}`. */
const subject = z.object({
  subjectId: idSchema,
  subjectType: z.literal('material'),
  world: worldSchema.optional(),
})
const words = z.object({
  note: z.string().trim().max(wishTextLength).default(''),
  priority: wishPrioritySchema.default(2),
})
const ofMaterial = z.object({ materialId: idSchema }).transform(({ materialId }) => ({
  ...{ subjectId: materialId, subjectType: 'material' as const },
}))

/** The number of a material, or its address as a browser shows it. */
const typedMaterial = z.preprocess((typed) => {
  const address = /^(?:https?:\/\/[^/\s]+)?\/[a-z]{2}\/[^/\s]+\/(\d{1,15})(?:[/?#]|$)/
  return typeof typed === 'string' ? (address.exec(typed.trim())?.[1] ?? typed.trim()) : typed
}, idSchema)

/** Back to the list, at the words for what was done. */
const saidAt = (said: string, { world }: Context) => `${url('school-wishlist', { world })}#${said}`

/** Somebody was faster, in another window or with another click: the page says so. */
const whenDecided = ({ code }: ProductError) =>
  code === 'conflict' || code === 'not_found' ? { problem: 'conflict' as const } : undefined

export const wish = action({
  name: 'school-wish.add',
  summary: "Put a material on the list of the member's school; idempotent",
  rate: 'write',
  input: subject.extend(words.shape),
  run: (context, { subjectId, note, priority }) => wishForSchool(context, subjectId, { note, priority }),
  api: { method: 'post', path: '/v3/subscriptions/subscribe/school', tag: 'subscriptions', ...totalReply },
  form: {
    page: 'school-wishlist',
    intent: 'wish-for-school',
    input: z.object({ material: typedMaterial, ...words.shape }).transform(({ material, ...said }) => ({
      subjectId: material,
      subjectType: 'material' as const,
      ...said,
    })),
    done: (_, { context }) => saidAt('wished', context),
    failed: ({ code }) =>
      code === 'not_found'
        ? { problem: 'invalid_input' as const, fields: { material: 'not_found' as const } }
        : undefined,
  },
})

export const takeBack = action({
  name: 'school-wish.remove',
  summary: "Take a material from the list of the member's school; idempotent",
  rate: 'write',
  input: subject,
  run: (context, { subjectId }) => takeWishBack(context, subjectId),
  api: { method: 'post', path: '/v3/subscriptions/unsubscribe/school', tag: 'subscriptions', ...totalReply },
  form: {
    page: 'school-wishlist',
    intent: 'remove-wish',
    input: ofMaterial,
    done: (_, { context, input: { subjectId } }) =>
      url('school-wishlist', { world: context.world, query: { removed: subjectId } }),
  },
})

export const vote = action({
  name: 'school-wish.vote',
  summary: 'Say that one wants what the own school wishes for, too, or not any more',
  rate: 'write',
  input: z.object({ materialId: idSchema, isFor: z.boolean() }),
  run: (context, input) => voteForWish(context, input),
  api: { method: 'put', path: '/v1/school/wishes/{materialId}/vote', tag, ...doneReply },
  form: {
    page: 'school-wishlist',
    intent: 'vote-for-wish',
    done: (_, { context, input }) => saidAt(`wish-${input.materialId}`, context),
    failed: whenDecided,
  },
})

export const approve = action({
  name: 'school-wish.approve',
  summary: 'Approve a wish of the school one looks after: it lies in the own cart, with a licence',
  rate: 'write',
  input: z.object({ materialId: idSchema, licence: z.enum(licences) }),
  run: (context, input) => approveWish(context, input),
  api: {
    method: 'put',
    path: '/v1/school/wishes/{materialId}/approved',
    tag,
    /** Number of materials in the cart now. */
    output: z.object({ count: z.number().int() }),
    reply: ({ count }) => ({ data: { count } }),
  },
  form: {
    page: 'school-wishlist',
    intent: 'approve-wish',
    done: (change, { context: { world } }) => ({
      redirect: url('cart', { world }),
      cookies: cartCookies(change),
    }),
    failed: whenDecided,
  },
})

export const decline = action({
  name: 'school-wish.decline',
  summary: 'Decline a wish of the school one looks after; who wished for it reads why',
  rate: 'write',
  input: z.object({ materialId: idSchema, reason: z.string().trim().min(1).max(wishTextLength) }),
  run: (context, input) => declineWish(context, input),
  api: { method: 'put', path: '/v1/school/wishes/{materialId}/declined', tag, ...doneReply },
  form: {
    page: 'school-wishlist',
    intent: 'decline-wish',
    done: (_, { context, input }) => saidAt(`wish-${input.materialId}`, context),
    failed: whenDecided,
  },
})

export const reopen = action({
  name: 'school-wish.reopen',
  summary: 'Take the no to a wish back',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => reopenWish(context, materialId),
  api: { method: 'delete', path: '/v1/school/wishes/{materialId}/declined', tag, ...doneReply },
  form: {
    page: 'school-wishlist',
    intent: 'reopen-wish',
    done: (_, { context, input }) => saidAt(`wish-${input.materialId}`, context),
    failed: whenDecided,
  },
})
