import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action, type FormDone, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { passkeyMadeSchema, passkeyUsedSchema } from '../rules/contract.ts'
import {
  addPasskey,
  confirmWithPasskey,
  ownPasskeys,
  passkeyToMake,
  passkeyToUse,
  removePasskey,
} from './passkeys.ts'
import { confirmTwoFactor, renewRecoveryCodes, startTwoFactor, stopTwoFactor } from './two-factor.ts'

const page = 'security'
const noStore = { 'Cache-Control': 'no-store' }
const done = z.object({ ok: z.literal(true) })
const isDone = () => ({ data: { ok: true as const } })
/** What the browser's own API takes; the library that makes it says what stands there. */
const options = z.looseObject({ challenge: z.string() })

/** Back to the page, to the part that says so. */
const back =
  (part: string) =>
  (_result: unknown, { context: { world } }: { context: Pick<Context, 'world'> }): string =>
    `${url(page, { world })}#${part}`

/** The page is shown with the codes, once: they stand in no address and in no later answer. */
const shownOnce = (codes: string[]): FormDone => ({ typed: { recoveryCodes: codes.join(' ') } })

export const startSecondStep = action({
  name: 'two-factor.start',
  summary: 'Makes a secret for an authenticator app; it guards nothing until a code confirms it',
  rate: 'write',
  input: z.object({}),
  run: startTwoFactor,
  form: { page, intent: 'start-two-factor', done: back('two-factor') },
})

export const confirmSecondStep = action({
  name: 'two-factor.confirm',
  summary: 'Turns the second step on with a first code of the app',
  rate: 'write',
  input: z.object({ code: z.string().max(20).default('') }),
  run: (context, { code }) => confirmTwoFactor(context, code),
  form: { page, intent: 'confirm-two-factor', done: shownOnce },
})

export const stopSecondStep = action({
  name: 'two-factor.stop',
  summary: 'Turns the second step off',
  rate: 'write',
  input: z.object({}),
  run: stopTwoFactor,
  form: { page, intent: 'stop-two-factor', done: back('changed') },
})

export const renewCodes = action({
  name: 'two-factor.renew-codes',
  summary: 'Makes new recovery codes; those of before work no more',
  rate: 'write',
  input: z.object({}),
  run: renewRecoveryCodes,
  form: { page, intent: 'renew-recovery-codes', done: shownOnce },
})

export const listPasskeys = read({
  name: 'passkey.list',
  summary: 'The own passkeys',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ passkeys: await ownPasskeys(context) }),
  api: {
    path: '/v1/passkeys',
    tag: 'session',
    output: z.object({
      passkeys: z.array(
        z.object({ id: z.string(), name: z.string(), since: z.string(), lastUsed: z.string().nullable() }),
      ),
    }),
  },
})

export const makePasskey = action({
  name: 'passkey.make',
  summary: 'What an authenticator is asked to make a passkey of',
  rate: 'write',
  input: z.object({}),
  run: passkeyToMake,
  api: {
    method: 'post',
    path: '/v1/passkeys/options',
    tag: 'session',
    output: options,
    reply: (data) => ({ data: { ...data }, headers: noStore }),
  },
})

export const keepPasskey = action({
  name: 'passkey.add',
  summary: 'Keeps a passkey that an authenticator made',
  rate: 'write',
  input: z.object({ name: z.string().max(60).default(''), credential: passkeyMadeSchema }),
  run: (context, { name, credential }) =>
    addPasskey(context, { name, response: credential as RegistrationResponseJSON }),
  api: { method: 'post', path: '/v1/passkeys', tag: 'session', output: done, reply: isDone },
})

export const dropPasskey = action({
  name: 'passkey.remove',
  summary: 'Removes one of the own passkeys',
  rate: 'write',
  input: z.object({ passkeyId: z.string().min(1).max(1500) }),
  run: (context, { passkeyId }) => removePasskey(context, passkeyId),
  api: { method: 'delete', path: '/v1/passkeys/{passkeyId}', tag: 'session', output: done, reply: isDone },
  form: { page, intent: 'remove-passkey', done: back('changed') },
})

export const askPasskey = action({
  name: 'passkey.use',
  summary: 'What an authenticator is asked to sign, to log in or to prove who one is',
  rate: 'login',
  input: z.object({}),
  run: passkeyToUse,
  api: {
    method: 'post',
    path: '/v1/passkeys/challenge',
    tag: 'session',
    output: options,
    reply: (data) => ({ data: { ...data }, headers: noStore }),
  },
})

export const provePasskey = action({
  name: 'passkey.prove',
  summary: 'Proves with a passkey who one is, instead of typing the password once more',
  rate: 'login',
  input: z.object({ credential: passkeyUsedSchema }),
  run: (context, { credential }) => confirmWithPasskey(context, credential as AuthenticationResponseJSON),
  api: { method: 'post', path: '/v1/passkeys/prove', tag: 'session', output: done, reply: isDone },
})
