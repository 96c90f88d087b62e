import type { Env } from '#platform/env/env.ts'
import { seal, unseal } from '#platform/env/secrets.ts'

const sealedFor = (accountId: number) => ({ purpose: 'bank details', owner: String(accountId) })

/** An account number as it is stored. */
export function sealIban(env: Pick<Env, 'secret'>, accountId: number, iban: string): Buffer {
  return seal(env, sealedFor(accountId), iban)
}

/** @throws Error when it was sealed with another key or for another account */
export function openIban(env: Pick<Env, 'secret'>, accountId: number, sealed: Buffer): string {
  return unseal(env, sealedFor(accountId), sealed)
}
