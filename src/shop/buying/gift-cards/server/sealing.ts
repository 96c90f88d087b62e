import type { Env } from '#platform/env/env.ts'
import { seal, unseal } from '#platform/env/secrets.ts'

const sealedFor = (orderId: number) => ({ purpose: 'gift cards', owner: String(orderId) })

/** A code as it waits for its day. */
export function sealCode(env: Pick<Env, 'secret'>, orderId: number, code: string): Buffer {
  return seal(env, sealedFor(orderId), code)
}

/** Undefined when it was sealed with another key, or for another order. */
export function openCode(env: Pick<Env, 'secret'>, orderId: number, sealed: Buffer): string | undefined {
  try {
    return unseal(env, sealedFor(orderId), sealed)
  } catch {
    return undefined
  }
}
