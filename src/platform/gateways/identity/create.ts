import type { Env } from '#platform/env/env.ts'
import type { IdentityProviders } from './identity-provider.ts'

/** The identity providers with configured keys; only these are offered. */
export async function createIdentityProviders({ social }: Pick<Env, 'social'>): Promise<IdentityProviders> {
  if (Object.values(social).every((keys) => keys === undefined)) return new Map()
  // Who offers none does not carry their libraries in memory.
  const { configuredProviders } = await import('./configured.ts')
  return configuredProviders(social)
}
