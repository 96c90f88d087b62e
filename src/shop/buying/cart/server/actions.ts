import { z } from 'zod'
import { action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'
import { typedCodeSchema, voucherErrorSchema } from '#shop/buying/credits/rules/voucher-contract.ts'
import { type Cart, cartSchema } from '../rules/contract.ts'
import { addToCart } from './adding.ts'
import { type CodeEntered, chooseCredit, dropVoucher, enterCode } from './choices.ts'
import { removeFromCart } from './service.ts'
import { cartCookies } from './token.ts'
import type { CartChange } from './types.ts'

export const changeSchema = z.object({
  /** Number of materials in the cart now. */
  count: z.number().int(),
  /** The cart's token, also set as the `c_t` cookie; null for members, whose account leads to the cart. */
  token: z.string().nullable(),
})

export const changeReply = (change: CartChange) => ({ data: change, cookies: cartCookies(change) })

/** Also from a material's buy box and from the undo button. */
export const addItem = action({
  name: 'cart.add',
  summary: 'Put a material into the cart; a second time changes nothing but the licence',
  rate: 'write',
  input: z.object({
    materialId: idSchema,
    /** `additional`: for the buyer and one colleague; for who has it already, one colleague more. */
    licence: z.enum(licences).default('single'),
  }),
  run: (context, { materialId, licence }) => addToCart(context, materialId, licence),
  api: { method: 'post', path: '/v1/cart/items', tag: 'cart', output: changeSchema, reply: changeReply },
  form: {
    page: 'cart',
    intent: 'add-to-cart',
    done: (change, { context: { world } }) => ({
      redirect: url('cart', { world }),
      cookies: cartCookies(change),
    }),
  },
})

/** The form comes back with `?removed=<id>`, so that the page can offer the undo. */
export const removeItem = action({
  name: 'cart.remove',
  summary: 'Take a material out of the cart',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => removeFromCart(context, materialId),
  api: {
    method: 'delete',
    path: '/v1/cart/items/{materialId}',
    tag: 'cart',
    output: changeSchema,
    reply: changeReply,
  },
  form: {
    page: 'cart',
    intent: 'remove-from-cart',
    done: (change, { context: { world }, input: { materialId } }) => ({
      redirect: url('cart', { world, query: { removed: materialId } }),
      cookies: cartCookies(change),
    }),
  },
})

const cartReply = (cart: Cart) => ({ data: { items: { cart } } })
const cartOutput = z.object({ items: z.object({ cart: cartSchema }) })
const codePages = ['cart', 'payment'] as const

/** A code that gives nothing now is no error of the API: `voucherError` says why. The form says it at its field. */
export const enterVoucher = action({
  name: 'cart.enter-code',
  summary: 'Puts a voucher on the cart, or redeems a gift card',
  rate: 'write',
  input: z.object({ code: typedCodeSchema }),
  run: (context, { code }) => enterCode(context, code),
  api: {
    method: 'post',
    path: '/v1/cart/voucher',
    tag: 'cart',
    output: z.object({
      items: z.object({ cart: cartSchema }),
      voucherError: voucherErrorSchema.nullable(),
      /** What a gift card added to the caller's credit, in cents. */
      redeemed: z.number().int(),
    }),
    reply: ({ cart, voucherError, redeemed }) => ({ data: { items: { cart }, voucherError, redeemed } }),
  },
  form: codePages.map((page) => ({
    page,
    intent: 'enter-code',
    done: ({ voucherError }: CodeEntered, { context: { world }, values }: PostedForm) => {
      if (voucherError === null) return `${url(page, { world })}#code-accepted`
      return {
        problem: 'invalid_input',
        fields: { code: 'invalid' },
        values: { ...values, codeProblem: voucherError },
      }
    },
  })),
})

export const dropCode = action({
  name: 'cart.drop-voucher',
  summary: 'Takes the voucher off the cart',
  rate: 'write',
  input: z.object({}),
  run: (context) => dropVoucher(context),
  api: {
    method: 'delete',
    path: '/v1/cart/voucher',
    tag: 'cart',
    output: cartOutput,
    reply: cartReply,
  },
  form: codePages.map((page) => ({
    page,
    intent: 'drop-voucher',
    done: (_cart: Cart, { context: { world } }: PostedForm) => url(page, { world }),
  })),
})

export const chooseCredits = action({
  name: 'cart.use-credit',
  summary: 'Whether credit pays for this cart as far as it reaches',
  rate: 'write',
  input: z.object({
    usesCredits: z.union([z.boolean(), z.enum(['yes', 'no']).transform((word) => word === 'yes')]),
  }),
  run: (context, { usesCredits }) => chooseCredit(context, usesCredits),
  api: {
    method: 'put',
    path: '/v1/cart/credits',
    tag: 'cart',
    output: cartOutput,
    reply: cartReply,
  },
  form: codePages.map((page) => ({
    page,
    intent: 'use-credit',
    done: (_cart: Cart, { context: { world } }: PostedForm) => url(page, { world }),
  })),
})
