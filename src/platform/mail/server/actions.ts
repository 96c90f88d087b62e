import { z } from 'zod'
import { action, type FormBinding } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { mailKindSchema, personLinkSchema } from '../rules/contract.ts'
import { changeByLink, changeMailSetting } from './service.ts'

/** The page of all mailings at once names no kind in its address. */
const partitionSchema = z.union([mailKindSchema, personLinkSchema])
const linkSchema = z.object({ partition: partitionSchema.default('mailing'), token: z.string().max(256) })
type Link = z.output<typeof linkSchema>

/** The pages links of mails lead to; the link itself is the right to do this. */
const linkForm = {
  page: ['unsubscribe', 'mailing-unsubscribe'],
  fromAddress: { partition: 'partition', token: 'token' },
  isOpen: true,
  done: (_result, { input: { partition, token }, context: { world } }) =>
    partition === 'mailing'
      ? url('mailing-unsubscribe', { world, token })
      : url('unsubscribe', { world, partition, token }),
  failed: ({ code }) =>
    code === 'link_expired' || code === 'not_found' ? { problem: 'link_expired' } : undefined,
} as const satisfies Omit<FormBinding<Link, string>, 'intent'>

export const leaveMails = action({
  name: 'mails.leave',
  summary: 'Leave a kind of mail, or an author (`author-17`), by the link of one; needs no login, idempotent',
  rate: 'write',
  input: linkSchema,
  run: async (context, { partition, token }) =>
    await changeByLink(context, { kind: partition, token }, false),
  api: {
    method: 'post',
    path: '/v1/subscriptions/{partition}/{token}',
    tag: 'subscriptions',
    output: z.object({ partition: partitionSchema, isOn: z.literal(false) }),
    reply: (partition) => ({ data: { partition, isOn: false as const } }),
  },
  form: [
    { ...linkForm, intent: 'leave-mails' },
    // A mail program names no intent and gets the page at once: RFC 8058 forbids it to follow a redirect.
    { ...linkForm, intent: null, done: () => ({ typed: {} }) },
  ],
})

export const takeMailsAgain = action({
  name: 'mails.take-again',
  summary: 'Take back that a kind of mail was left by the link of one',
  rate: 'write',
  input: linkSchema,
  run: async (context, { partition, token }) => await changeByLink(context, { kind: partition, token }, true),
  form: { ...linkForm, intent: 'take-mails-again' },
})

export const setMails = action({
  name: 'mails.setting',
  summary: 'Switch a kind of mail on or off for the own account',
  rate: 'write',
  input: z.object({ partition: mailKindSchema, isOn: z.boolean() }),
  run: async (context, { partition, isOn }) => await changeMailSetting(context, partition, isOn),
  form: {
    page: 'mail-settings',
    intent: 'set-mails',
    done: (_result, { context: { world } }) => `${url('mail-settings', { world })}#mails`,
  },
})
