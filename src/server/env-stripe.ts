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
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  STRIPE_PAGE_URL: z.url().default('https://checkout.stripe.com'),
}

/** Where Stripe is reached, and how it knows us. */
export interface StripeKeys {
  secretKey: string
  /** Signs its webhook calls. */
  webhookSecret: string
  apiUrl: string
  /** Where its payment page lies: forms of ours lead there. */
  pageOrigin: string
}

/** Undefined unless both keys are there. */
export function stripeKeys(values: {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_URL: string
  STRIPE_PAGE_URL: string
}): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  if (secretKey === undefined || webhookSecret === undefined) return undefined
  const pageOrigin = new URL(values.STRIPE_PAGE_URL).origin
  return { secretKey, webhookSecret, apiUrl: values.STRIPE_API_URL, pageOrigin }
}
