import { z } from 'zod'

/** The variables of the payment party Stripe. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional(),
  STRIPE_SCRIPT_URL: z.url().default('https://js.stripe.com/v3/'),
  STRIPE_CONNECT: z.stringbool().default(false),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  STRIPE_PAGE_URL: z.url().default('https://checkout.stripe.com'),
}

/** What our payment page needs to show a provider's fields; its script is the provider's own and changes when it likes. */
export interface PaymentFields {
  publishableKey: string
  scriptUrl: string
  /** The origins that page alone may load scripts and frames from, and call. */
  policy: { scripts: readonly string[]; frames: readonly string[]; calls: readonly string[] }
}

/** Where Stripe is reached, and how it knows us. */
export interface StripeKeys {
  secretKey: string
  /** Signs its webhook calls. */
  webhookSecret: string
  apiUrl: string
  /** Where its payment page lies: forms of ours lead there. */
  pageOrigin: string
  /** What its fields on our payment page need; undefined: buyers pay on its own page only. */
  fields?: PaymentFields | undefined
  /** Sellers may be paid out to accounts of theirs at Stripe. */
  hasConnect?: boolean
}

/** Undefined unless both keys are there. */
export function stripeKeys(values: {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_SCRIPT_URL: string
  STRIPE_CONNECT: boolean
  STRIPE_API_URL: string
  STRIPE_PAGE_URL: string
}): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  if (secretKey === undefined || webhookSecret === undefined) return undefined
  const pageOrigin = new URL(values.STRIPE_PAGE_URL).origin
  return {
    ...{ secretKey, webhookSecret, apiUrl: values.STRIPE_API_URL, pageOrigin },
    ...{ fields: fieldsOf(values), hasConnect: values.STRIPE_CONNECT },
  }
}

function fieldsOf(values: {
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_SCRIPT_URL: string
  STRIPE_API_URL: string
}): PaymentFields | undefined {
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: scriptUrl } = values
  if (publishableKey === undefined) return undefined
  const scriptOrigin = new URL(scriptUrl).origin
  return {
    ...{ publishableKey, scriptUrl },
    policy: {
      scripts: [scriptOrigin],
      frames: [scriptOrigin, 'https://hooks.stripe.com'],
      calls: [new URL(values.STRIPE_API_URL).origin],
    },
  }
}
