import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { checkoutInputSchema, checkoutResultSchema, schoolFilesSchema } from '../rules/contract.ts'
import { checkout, resumeCheckout } from './checkout/checkout.ts'
import { claimMaterial } from './checkout/claim.ts'
import { takeSchoolFiles } from './library/school-files.ts'
import { downloadAddress } from './payment/download-after-login.ts'

/** The form sends the sum its page showed; another one comes back as `conflict`, with the new sum among the values. */
export const place = action({
  name: 'order.place',
  summary:
    'Order what is in the cart; answers where to pay. `conflict`: the sum changed; `error.expectedTotal`, `expectedCredits` and `changes` say to what and why',
  rate: 'write',
  idempotent: { resume: resumeCheckout },
  input: checkoutInputSchema,
  run: (context, input) => checkout(context, input),
  api: {
    method: 'post',
    path: '/v1/orders',
    tag: 'orders',
    output: checkoutResultSchema,
    reply(outcome) {
      if (outcome.kind === 'conflict') {
        const { kind: _conflict, ...facts } = outcome
        throw new ProductError('conflict', { fields: { expectedTotal: 'invalid' }, facts })
      }
      const { kind: _created, ...data } = outcome
      return { status: 201, data }
    },
  },
  form: {
    page: 'payment',
    intent: 'pay',
    done(outcome, { values }) {
      if (outcome.kind === 'created') return outcome.redirectUrl
      return { problem: 'conflict', values: { ...values, expectedTotal: String(outcome.expectedTotal) } }
    },
    // The session ended meanwhile: the cart waits in the account, so the login comes first and leads back.
    failed: ({ code }, { context: { world } }) =>
      code === 'unauthorized'
        ? url('login', { world, query: { next: url('payment', { world }), ended: 1 } })
        : undefined,
  },
})

/** Shows the payment page again with that country's tax and all that was ticked; nothing is stored. */
export const chooseCountry = action({
  name: 'order.country',
  summary: 'Show the sum with the tax of another country',
  rate: 'write',
  input: z.object({ country: z.string().max(100).optional() }),
  run: async (_context, { country }) => country,
  form: {
    page: 'payment',
    intent: 'choose-country',
    done: (_country, { values }) => ({ typed: values }),
  },
})

export const claim = action({
  name: 'order.claim',
  summary: 'Take a free material; a second time changes nothing',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => claimMaterial(context, materialId),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/claim',
    tag: 'orders',
    output: z.object({ owned: z.literal(true) }),
    reply: () => ({ data: { owned: true as const } }),
  },
  form: {
    page: 'material',
    intent: 'claim-free-material',
    fromAddress: { materialId: 'id' },
    done: (_nothing, { context, input: { materialId } }) => downloadAddress(context, materialId),
    // A stranger chooses: the link by mail, or an account.
    failed: ({ code }, { context: { world }, params: { id, slug } }) =>
      code === 'unauthorized'
        ? `${url('material', { world, id: Number(id), ...(slug !== undefined && { slug }) })}#free-ways`
        : undefined,
  },
})

export const takeForSchool = action({
  name: 'school.take-files',
  summary: 'Take the files of a material the own school has for all of its members: links of limited life',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => takeSchoolFiles(context, materialId),
  api: {
    method: 'put',
    path: '/v1/school/licences/{materialId}/files',
    tag: 'schools',
    output: schoolFilesSchema,
  },
  form: {
    page: 'my-school',
    intent: 'take-school-files',
    done: (_, { context: { world }, input: { materialId } }) =>
      `${url('my-school', { world, query: { files: materialId } })}#files`,
  },
})
