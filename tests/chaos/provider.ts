import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type SandboxCall,
  type SandboxDisputeCall,
  signSandboxCall,
} from '#platform/gateways/payments/sandbox.ts'
import { send } from '../support/http-client.ts'
import type { Market } from './buyers.ts'

/**
 * A provider with bad manners beside the sandbox's own messages: it tells each payment several times over, some of it long
 * after, in any order, and among it old words that are not true any more. Nobody must get or pay anything twice by it.
 * Of some payments the buyer's bank takes the money back; most of these disputes are decided.
 */
export interface Gossip {
  /** A payment was made: from here on it is talked about. */
  hear: (reference: string, cents: number) => void
  /** How many calls were taken. */
  delivered: () => number
  /** How each dispute ended at the bank, by its name. */
  disputes: ReadonlyMap<string, Ending>
  /** Waits until all is told. */
  end: () => Promise<void>
}

/** How a dispute stands in the end, and what is held back for it. */
export interface Ending {
  status: 'open' | 'won' | 'lost'
  heldCents: number
}

const disputeFee = 1500
const words = ['succeeded', 'pending', 'declined', 'cancelled'] as const
const longestMs = 20_000
/** A payment the product never heard of stays unknown; a product that is away or still books is asked again for far longer. */
const patience = { unknownMs: 180_000, awayMs: 900_000 }

export function startGossip(market: Market, dataDir: string, random: () => number): Gossip {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const calls: Promise<void>[] = []
  let taken = 0

  const disputes = new Map<string, Ending>()

  async function tell(call: SandboxCall | SandboxDisputeCall): Promise<void> {
    await pause(random() * longestMs)
    const body = JSON.stringify(call)
    // A provider comes back until its call is taken.
    const started = performance.now()
    for (let unknownSince: number | undefined; ; ) {
      const status = await deliver(market.base, body, secret)
      const now = performance.now()
      if (status === 200) {
        taken += 1
        return
      }
      if (status === 403) market.surprises.push('a signed webhook was refused')
      unknownSince = status === 404 ? (unknownSince ?? now) : undefined
      if (now - (unknownSince ?? now) > patience.unknownMs || now - started > patience.awayMs) return
      await pause(500)
    }
  }

  /** One event repeated, and the same said again under another name. */
  function repeat(call: SandboxCall | SandboxDisputeCall): void {
    const copies = 1 + Math.floor(random() * 3)
    for (let copy = 0; copy < copies; copy += 1) calls.push(tell(call))
    if (random() < 0.3) calls.push(tell({ ...call, id: `evt_${randomUUID()}` }))
  }

  function callBack(reference: string, amount: number): void {
    const dispute = `dp_${randomUUID()}`
    const turn = random()
    const status = turn < 0.2 ? 'open' : turn < 0.6 ? 'won' : 'lost'
    disputes.set(dispute, { status, heldCents: status === 'won' ? 0 : amount })
    const base = { type: 'dispute.updated', reference, dispute, amount, currency: 'EUR' } as const
    for (const word of new Set(['open', status] as const)) {
      const held = word === 'won' ? 0 : amount
      repeat({ ...base, id: `evt_${randomUUID()}`, status: word, held, fee: disputeFee })
    }
  }

  return {
    hear(reference, amount) {
      const base = { type: 'payment.updated', reference, amount, currency: 'EUR' } as const
      for (const status of words) {
        repeat({ ...base, id: `evt_${randomUUID()}`, status })
      }
      if (random() < 0.15) callBack(reference, amount)
    },
    delivered: () => taken,
    disputes,
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
