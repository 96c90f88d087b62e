import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { bodySchema, openInputSchema, savedAnswerSchema, ticketChanges } from '../rules/contract.ts'
import { answerTicket, changeAtDesk, dropAnswer, keepAnswer } from './answering.ts'
import { closeByLink, openTicket, reply } from './asking.ts'

export const ask = action({
  name: 'ticket.open',
  summary: 'Write to the help; the answer comes by mail, with a link to all that was said',
  rate: 'report',
  input: openInputSchema,
  run: async (context, input) => await openTicket(context, input),
  api: {
    method: 'post',
    path: '/v1/tickets',
    tag: 'help',
    output: z.object({ reference: z.string() }),
  },
  form: {
    page: 'contact',
    intent: 'open-ticket',
    done: (_result, { context: { world } }) => `${url('contact', { world })}#sent`,
  },
})

const tokenSchema = z.string().max(256)
const byLink = {
  page: 'ticket',
  fromAddress: { token: 'token' },
  failed: ({ code }: { code: string }) =>
    code === 'link_expired' ? ({ problem: 'link_expired' } as const) : undefined,
} as const

/** The link of a mail is the right to do this. */
export const writeAgain = action({
  name: 'ticket.reply',
  summary: 'Write once more in a ticket, by its link',
  rate: 'report',
  input: z.object({ token: tokenSchema, body: bodySchema }),
  run: async (context, { token, body }) => await reply(context, token, body),
  form: {
    ...byLink,
    intent: 'reply-ticket',
    done: (_result, { context: { world }, input: { token } }) => `${url('ticket', { world, token })}#sent`,
  },
})

export const end = action({
  name: 'ticket.end',
  summary: 'Close a ticket by its link: no answer is needed any more',
  rate: 'write',
  input: z.object({ token: tokenSchema }),
  run: async (context, { token }) => await closeByLink(context, token),
  form: {
    ...byLink,
    intent: 'end-ticket',
    done: (_result, { context: { world }, input: { token } }) => url('ticket', { world, token }),
  },
})

const atDesk = { page: 'console-ticket', fromAddress: { ticketId: 'id' } } as const

export const answer = action({
  name: 'ticket.answer',
  summary: 'Answer a ticket, by mail and in its thread',
  rate: 'write',
  input: z.object({ ticketId: idSchema, body: bodySchema }),
  run: async (context, { ticketId, body }) => await answerTicket(context, ticketId, body),
  form: {
    ...atDesk,
    intent: 'answer-ticket',
    done: (_result, { context: { world }, input: { ticketId } }) =>
      `${url('console-ticket', { world, id: ticketId })}#answered`,
  },
})

export const changeState = action({
  name: 'ticket.change',
  summary: 'Take a ticket, hand it back, set it aside, close or open it',
  rate: 'write',
  input: z.object({ ticketId: idSchema, change: z.enum(ticketChanges) }),
  run: async (context, { ticketId, change }) => await changeAtDesk(context, ticketId, change),
  form: {
    ...atDesk,
    intent: 'change-ticket',
    done: (_result, { context: { world }, input: { ticketId } }) =>
      `${url('console-ticket', { world, id: ticketId })}#changed`,
  },
})

export const saveAnswers = action({
  name: 'ticket.save-answer',
  summary: 'Keep an answer that is given often in this world; the same title is the same answer',
  rate: 'write',
  input: savedAnswerSchema,
  run: async (context, input) => await keepAnswer(context, input),
  form: {
    page: 'console-answers',
    intent: 'save-answer',
    done: (_result, { context: { world } }) => `${url('console-answers', { world })}#saved`,
  },
})

export const deleteAnswers = action({
  name: 'ticket.delete-answer',
  summary: 'Delete an answer that was kept',
  rate: 'write',
  input: z.object({ answerId: idSchema }),
  run: async (context, { answerId }) => await dropAnswer(context, answerId),
  form: {
    page: 'console-answers',
    intent: 'delete-answer',
    done: (_result, { context: { world } }) => `${url('console-answers', { world })}#deleted`,
  },
})
