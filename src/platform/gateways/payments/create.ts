import type { Db } from '#platform/db/pool.ts'
import type { Env } from '#platform/env/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createSandboxProvider } from './sandbox.ts'

/** The payment party of this installation. @throws Error where it must not run */
export async function createPaymentProvider({ env, db }: { env: Env; db: Db }): Promise<PaymentProvider> {
  if (env.stripe === undefined) return createSandboxProvider({ env, db })
  // Who does not use it does not carry its library in memory.
  const { createStripeProvider } = await import('./stripe.ts')
  return createStripeProvider(env.stripe)
}
