import { z } from 'zod'
import { type Context, memberOf } from '#platform/context/context.ts'
import type { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { leaveSchool, removeFromSchool, verifyInSchool } from './places.ts'

const done = z.object({ done: z.literal(true) })
const tag = 'schools'

/** Back to the page, at the words for what was done. */
function saidAt(page: 'my-school' | 'school-account', said: string, { world }: Context): string {
  return `${url(page, { world })}#${said}`
}

/** Somebody was faster, in another window or with another click: the page says so. */
const whenGone = ({ code }: ProductError) =>
  code === 'not_found' ? { problem: 'not_found' as const } : undefined

/** Who pressed twice has left. */
function whenLeft({ code }: ProductError, { context }: { context: Context }): string | undefined {
  const member = memberOf(context)
  const hasLeft = code === 'not_found' || (code === 'forbidden' && !member?.schoolAccount)
  return member && hasLeft ? saidAt('my-school', 'left', context) : undefined
}

export const leave = action({
  name: 'school.leave',
  summary: 'Leave the own school: what it has bought ends, own purchases stay',
  rate: 'write',
  input: z.object({}),
  run: (context) => leaveSchool(context),
  api: {
    method: 'delete',
    path: '/v1/school/place',
    tag,
    output: done,
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'my-school',
    intent: 'leave-school',
    done: (_, { context }) => saidAt('my-school', 'left', context),
    failed: whenLeft,
  },
})

export const removeMember = action({
  name: 'school.remove-member',
  summary: 'Take a member out of the school one looks after',
  rate: 'write',
  input: z.object({ accountId: idSchema }),
  run: (context, { accountId }) => removeFromSchool(context, accountId),
  api: {
    method: 'delete',
    path: '/v1/school/members/{accountId}',
    tag,
    output: done,
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'school-account',
    intent: 'remove-member',
    done: (_, { context }) => saidAt('school-account', 'removed', context),
    failed: whenGone,
  },
})

export const verifyMember = action({
  name: 'school.verify-member',
  summary: 'Say that a member belongs to the school one looks after, or take that back',
  rate: 'write',
  input: z.object({ accountId: idSchema, isVerified: z.boolean() }),
  run: (context, input) => verifyInSchool(context, input),
  api: {
    method: 'put',
    path: '/v1/school/members/{accountId}',
    tag,
    output: done,
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'school-account',
    intent: 'verify-member',
    done: (_, { context, input }) =>
      saidAt('school-account', input.isVerified ? 'verified' : 'unverified', context),
    failed: whenGone,
  },
})
