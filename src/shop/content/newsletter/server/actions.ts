import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { textKeySchema } from '#shop/content/editorial/rules/contract.ts'
import { sendLetter, stopLetter, testLetter } from './letters.ts'
import { confirmSignUp, join, signUp } from './subscribing.ts'

export const askForLetters = action({
  name: 'newsletter.sign-up',
  summary:
    'Have the question for the newsletter of this world sent to an address; nothing else goes there before it says yes',
  rate: 'write',
  input: z.object({ email: z.string().max(320) }),
  run: async (context, { email }) => await signUp(context, email),
  api: {
    method: 'post',
    path: '/v1/newsletter',
    tag: 'subscriptions',
    output: z.object({ isAsked: z.literal(true) }),
    reply: () => ({ data: { isAsked: true as const } }),
  },
  form: {
    page: 'newsletter',
    intent: 'sign-up-newsletter',
    done: (_result, { context: { world } }) => `${url('newsletter', { world })}#asked`,
  },
})

export const joinLetters = action({
  name: 'newsletter.join',
  summary: 'Get the newsletter of this world at the own address, which is confirmed already',
  rate: 'write',
  input: z.object({}),
  run: join,
  api: {
    method: 'put',
    path: '/v1/newsletter/mine',
    tag: 'subscriptions',
    output: z.object({ isSubscribed: z.literal(true) }),
    reply: () => ({ data: { isSubscribed: true as const } }),
  },
})

/** Opening the link does nothing, because mail scanners open links: a button does. */
export const confirmLetters = action({
  name: 'newsletter.confirm',
  summary: 'Say yes to the newsletter by the link of the mail that asks',
  rate: 'write',
  input: z.object({ token: z.string().max(256) }),
  run: async (context, { token }) => await confirmSignUp(context, token),
  form: {
    page: 'newsletter-confirm',
    intent: 'confirm-newsletter',
    fromAddress: { token: 'token' },
    done: (_result, { context: { world }, input: { token } }) => url('newsletter-confirm', { world, token }),
    failed: ({ code }) => (code === 'link_expired' ? { problem: code } : undefined),
  },
})

const ofLetter = { page: 'console-letter', fromAddress: { key: 'key' } } as const

export const tryLetter = action({
  name: 'newsletter.test',
  summary: 'Send a letter, as it is written now, to oneself',
  rate: 'write',
  input: z.object({ key: textKeySchema }),
  run: async (context, { key }) => await testLetter(context, key),
  form: {
    ...ofLetter,
    intent: 'test-letter',
    done: (_result, { context: { world }, input: { key } }) =>
      `${url('console-letter', { world, key })}#tested`,
  },
})

export const orderLetters = action({
  name: 'newsletter.send',
  summary:
    'Send a published letter to everybody who asked for it, now or at a moment of the world’s own clock',
  rate: 'write',
  input: z.object({
    key: textKeySchema,
    sendAt: z
      .string()
      .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)
      .optional(),
  }),
  run: async (context, { key, sendAt }) => await sendLetter(context, key, sendAt),
  form: {
    ...ofLetter,
    intent: 'send-letter',
    done: (_result, { context: { world }, input: { key } }) =>
      `${url('console-letter', { world, key })}#ordered`,
  },
})

export const stopLetters = action({
  name: 'newsletter.stop',
  summary: 'Take back the order of a letter whose time has not come',
  rate: 'write',
  input: z.object({ key: textKeySchema }),
  run: async (context, { key }) => await stopLetter(context, key),
  form: {
    ...ofLetter,
    intent: 'stop-letter',
    done: (_result, { context: { world }, input: { key } }) =>
      `${url('console-letter', { world, key })}#stopped`,
  },
})
