import { createHash } from 'node:crypto'
import { ProductError } from '#shared/errors.ts'
import { idempotencyHours } from '#shared/limits.ts'
import type { Context, Deps } from '../context.ts'
import { requireMember } from './access.ts'
import type { Reply } from './action.ts'

/** After this long an answer that was never stored means a crash: the work, idempotent itself, is done again. */
const abandonedAfterSeconds = 30

/**
 * Replays the first answer to a key (Stripe's contract): the same key with another request is refused, a second call
 * while the first one runs is told to come back, server errors are not kept.
 */
export async function replayOrRun(
  context: Context,
  /** The row of the table; with `input` and the world all that tells one request from another. */
  { method, path: route }: { method: string; path: string },
  key: string | undefined,
  input: unknown,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  if (key === undefined) return run()
  // Keys belong to one member: nobody replays another one's answer.
  const owner = `a:${requireMember(context).accountId}`
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method, route, context.world, input]))
    .digest()
  const inserted = await context.db
    .insertInto('idempotency_key')
    .values({ owner, route, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!inserted) {
    const before = await context.db
      .selectFrom('idempotency_key')
      .select(['request_hash', 'status', 'response', 'created_at'])
      .where('owner', '=', owner)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirst()
    if (before && !before.request_hash.equals(requestHash)) throw new ProductError('idempotency_mismatch')
    if (before?.status != null) {
      return { status: before.status, data: before.response, headers: { 'Idempotent-Replayed': 'true' } }
    }
    const isRunning = before && Date.now() - before.created_at.getTime() < abandonedAfterSeconds * 1000
    if (isRunning) throw new ProductError('conflict', { retryAfterSeconds: 1 })
  }
  try {
    const reply = await run()
    await context.db
      .updateTable('idempotency_key')
      .set({ status: reply.status ?? 200, response: JSON.stringify(reply.data ?? null) })
      .where('owner', '=', owner)
      .where('route', '=', route)
      .where('key', '=', key)
      .execute()
    return reply
  } catch (error) {
    // Nothing was done: the same key may try again, with a corrected body, too.
    await context.db
      .deleteFrom('idempotency_key')
      .where('owner', '=', owner)
      .where('route', '=', route)
      .where('key', '=', key)
      .execute()
    throw error
  }
}

/** The job clean_idempotency_keys: an answer is replayed for idempotencyHours, then its key is free again. */
export async function cleanIdempotencyKeys({ db }: Pick<Deps, 'db'>): Promise<void> {
  const before = new Date(Date.now() - idempotencyHours * 3_600_000)
  await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
