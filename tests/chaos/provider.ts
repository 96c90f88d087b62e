import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type SandboxCall, signSandboxCall } from '#server/gateways/payments/sandbox.ts'
import { send } from '../support/http-client.ts'
import type { Market } from './buyers.ts'

/**
 * A provider with bad manners beside the sandbox's own messages: it tells each payment several times over, some of it long
 * after, in any order, and among it old words that are not true any more. Nobody must get or pay anything twice by it.
 */
export interface Gossip {
  /** A payment was made: from here on it is talked about. */
  hear: (reference: string) => void
  /** How many calls were taken. */
  told: () => number
  /** Waits until all is told. */
  end: () => Promise<void>
}

const words = ['succeeded', 'pending', 'declined', 'cancelled'] as const
const longestMs = 20_000

export function startGossip(market: Market, dataDir: string, random: () => number): Gossip {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const calls: Promise<void>[] = []
  let taken = 0

  async function tell(call: SandboxCall): Promise<void> {
    await pause(random() * longestMs)
    const body = JSON.stringify(call)
    // A provider comes back until its call is taken; a payment that is unknown stays unknown.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const status = await deliver(market.base, body, secret)
      if (status === 200) {
        taken += 1
        return
      }
      if (status === 403) market.surprises.push('a signed webhook was refused')
      await pause(500)
    }
  }

  return {
    hear(reference) {
      const amount = market.attempts.find((attempt) => attempt.providerReference === reference)?.total ?? 0
      const base = { type: 'payment.updated', reference, amount, currency: 'EUR' } as const
      for (const status of words) {
        const call: SandboxCall = { ...base, id: `evt_${randomUUID()}`, status }
        // One event repeated, and the same said again under another name.
        const copies = 1 + Math.floor(random() * 3)
        for (let copy = 0; copy < copies; copy += 1) calls.push(tell(call))
        if (random() < 0.3) calls.push(tell({ ...call, id: `evt_${randomUUID()}` }))
      }
    },
    told: () => taken,
    end: async () => void (await Promise.all(calls)),
  }
}

async function deliver(base: string, body: string, secret: string): Promise<number | undefined> {
  const headers = { 'Content-Type': 'application/json', ...signSandboxCall(body, { secret }) }
  const path = '/api/v1/payments/webhook/sandbox'
  try {
    return (await send(base, { method: 'POST', path, headers, body })).status
  } catch {
    return undefined
  }
}
