import { z } from 'zod'
import { type Context, memberOf } from '#platform/context/context.ts'
import type { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { foundInputSchema, maxInvitedAtOnce } from '../rules/contract.ts'
import { askToJoin, foundSchool } from './founding.ts'
import { acceptInvitation, inviteByMail, makeInvitationLink, revokeInvitation } from './inviting.ts'
import { leaveSchool, makeMaster, removeFromSchool, stepDown, verifyInSchool } from './places.ts'
import { decideSchool, enterProofCode, sendProofCode } from './proving.ts'

const done = z.object({ done: z.literal(true) })
const tag = 'schools'
const doneReply = { output: done, reply: () => ({ data: { done: true as const } }) }

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
    ...doneReply,
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
    ...doneReply,
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
    ...doneReply,
  },
  form: {
    page: 'school-account',
    intent: 'verify-member',
    done: (_, { context, input }) =>
      saidAt('school-account', input.isVerified ? 'verified' : 'unverified', context),
    failed: whenGone,
  },
})

export const found = action({
  name: 'school.found',
  summary: 'Found a school here; who does it looks after it, and it waits to be proven',
  rate: 'write',
  input: foundInputSchema,
  run: (context, input) => foundSchool(context, input),
  api: {
    method: 'post',
    path: '/v1/schools',
    tag,
    output: z.object({ id: z.number() }),
    reply: (school) => ({ status: 201, data: school }),
  },
  form: {
    page: 'school-create',
    intent: 'found-school',
    done: (_, { context }) => saidAt('my-school', 'founded', context),
  },
})

export const ask = action({
  name: 'school.ask',
  summary: 'Ask to belong to a school; who looks after it decides',
  rate: 'write',
  input: z.object({ schoolId: idSchema }),
  run: (context, { schoolId }) => askToJoin(context, schoolId),
  api: { method: 'post', path: '/v1/school/requests', tag, ...doneReply },
  form: {
    page: 'school-create',
    intent: 'ask-school',
    done: (_, { context }) => saidAt('my-school', 'asked', context),
  },
})

export const sendCode = action({
  name: 'school.send-code',
  summary: 'Send a code to an address of the school one looks after',
  rate: 'register',
  input: z.object({ email: z.string().trim().max(320) }),
  run: (context, { email }) => sendProofCode(context, email),
  api: { method: 'post', path: '/v1/school/code', tag, ...doneReply },
  form: {
    page: 'my-school',
    intent: 'send-school-code',
    done: (_, { context }) => `${url('my-school', { world: context.world, query: { code: 1 } })}#proof`,
  },
})

export const enterCode = action({
  name: 'school.enter-code',
  summary: 'The code that came to the school: the school is proven',
  rate: 'login',
  input: z.object({ code: z.string().max(40) }),
  run: (context, { code }) => enterProofCode(context, code),
  api: { method: 'put', path: '/v1/school/code', tag, ...doneReply },
  form: {
    page: 'my-school',
    intent: 'enter-school-code',
    done: (_, { context }) => saidAt('my-school', 'proven', context),
  },
})

const invitedSchema = z.object({ sent: z.number(), again: z.array(z.string()), wrong: z.array(z.string()) })

export const invite = action({
  name: 'school.invite',
  summary: 'Invite colleagues by mail to the school one looks after: addresses as they come out of a table',
  rate: 'write',
  input: z.object({ emails: z.string().max(maxInvitedAtOnce * 200) }),
  run: (context, { emails }) => inviteByMail(context, emails),
  api: {
    method: 'post',
    path: '/v1/school/invitations',
    tag,
    output: invitedSchema,
    reply: (report) => ({ status: 201, data: report }),
  },
  form: {
    page: 'school-account',
    intent: 'invite-colleagues',
    done: ({ again, wrong, sent }, { context, values }) =>
      again.length + wrong.length === 0
        ? saidAt('school-account', 'invited', context)
        : { typed: { ...values, emails: wrong.join('\n') }, result: { sent, again, wrong } },
  },
})

export const inviteLink = action({
  name: 'school.invite-link',
  summary: 'Make a link by which several colleagues join the school one looks after',
  rate: 'write',
  input: z.object({ uses: z.coerce.number().int().min(1).max(200) }),
  run: (context, { uses }) => makeInvitationLink(context, uses),
  api: { method: 'post', path: '/v1/school/invitation-links', tag, ...doneReply },
  form: {
    page: 'school-account',
    intent: 'invitation-link',
    done: (_, { context }) => saidAt('school-account', 'invitations', context),
  },
})

export const revoke = action({
  name: 'school.revoke-invitation',
  summary: 'Take an invitation to the school one looks after back',
  rate: 'write',
  input: z.object({ invitationId: idSchema }),
  run: (context, { invitationId }) => revokeInvitation(context, invitationId),
  api: { method: 'delete', path: '/v1/school/invitations/{invitationId}', tag, ...doneReply },
  form: {
    page: 'school-account',
    intent: 'revoke-invitation',
    done: (_, { context }) => saidAt('school-account', 'invitations', context),
    failed: whenGone,
  },
})

export const accept = action({
  name: 'school.accept-invitation',
  summary: 'Join the school of an invitation',
  rate: 'write',
  input: z.object({ token: z.string().max(100) }),
  run: (context, { token }) => acceptInvitation(context, token),
  api: { method: 'post', path: '/v1/school/place', tag, ...doneReply },
  form: {
    page: 'school-invitation',
    intent: 'accept-school-invitation',
    fromAddress: { token: 'token' },
    done: (_, { context }) => saidAt('my-school', 'joined', context),
  },
})

export const promote = action({
  name: 'school.make-master',
  summary: 'Let a verified member look after the school, too; at most three do',
  rate: 'write',
  input: z.object({ accountId: idSchema }),
  run: (context, { accountId }) => makeMaster(context, accountId),
  api: { method: 'put', path: '/v1/school/masters/{accountId}', tag, ...doneReply },
  form: {
    page: 'school-account',
    intent: 'make-master',
    done: (_, { context }) => saidAt('school-account', 'master', context),
    failed: whenGone,
  },
})

export const stepBack = action({
  name: 'school.step-down',
  summary: 'Look after the school no more, and stay its member',
  rate: 'write',
  input: z.object({}),
  run: (context) => stepDown(context),
  api: { method: 'delete', path: '/v1/school/masters', tag, ...doneReply },
  form: {
    page: 'school-account',
    intent: 'step-down',
    done: (_, { context }) => saidAt('my-school', 'stepped-down', context),
  },
})

export const decide = action({
  name: 'school.decide',
  summary: 'Verify, reject or suspend a school',
  rate: 'write',
  input: z.object({
    world: worldSchema,
    schoolId: idSchema,
    decision: z.enum(['verify', 'reject', 'suspend']),
    reason: z.string().trim().max(1000).default(''),
  }),
  run: (context, input) => decideSchool(context, input),
  api: { method: 'post', path: '/v1/desk/schools', tag, ...doneReply },
  form: {
    page: 'console-schools',
    intent: 'decide-school',
    done: (_, { context }) => `${url('console-schools', { world: context.world })}#decided`,
  },
})
