import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { seal, unseal } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { idempotencyHours } from '#platform/limits.ts'
import type { ApiRow } from '../api/api-rows.ts'
import { requireMember } from './access.ts'
import type { Reply } from './action.ts'

/** The work of a key was committed meanwhile: the transaction that noticed is rolled back, and the key is read again. */
class KeyTaken extends Error {}

/** One key of one member at one call of the API. */
interface Key {
  owner: string
  route: string
  key: string
  requestHash: Buffer
}

/** The row of a key: there is one exactly when its work is committed. */
interface KeyRow {
  request_hash: Buffer
  /** What the work made, where its answer needs more than the transaction. */
  reference: string | null
  /** The sealed answer: it may hold what is told only once (the code of a gift card, a client secret). */
  response: unknown
}

interface Call {
  context: Context
  row: Pick<ApiRow, 'method' | 'path' | 'once' | 'resume'>
  input: unknown
  run: (context: Context) => Promise<Reply<unknown>>
}

/**
 * Replays the first answer to a key (as Stripe's API does): the same key with another request is refused, a second call while
 * the first one runs is told to come back. The key is written in the transaction of the work itself, so a crash leaves both or
 * neither and no key ever does its work twice. How, says the action's `idempotent`. What was refused leaves no key.
 * @throws ProductError idempotency_mismatch; conflict (the first call still runs, or its answer cannot be read any more)
 */
export async function replayOrRun(call: Call, given: string | undefined): Promise<Reply<unknown>> {
  const { context, row, input } = call
  if (given === undefined) return await call.run(context)
  const key: Key = {
    // Keys belong to one member, so no answer is replayed to another.
    owner: `a:${requireMember(context).accountId}`,
    route: row.path,
    key: given,
    requestHash: createHash('sha256')
      .update(JSON.stringify([row.method, row.path, context.world, input]))
      .digest(),
  }
  if (row.once === 'in-transaction') return await inOneTransaction(call, key)
  return (await replayed(context.db, call, key)) ?? (await runOutside(call, key))
}

/** The work is all of the database's: the key, the work and its answer are one transaction. */
async function inOneTransaction(call: Call, key: Key): Promise<Reply<unknown>> {
  return await transaction(call.context.db, async (tx) => {
    await lockKey(tx, key)
    const before = await replayed(tx, call, key)
    if (before !== undefined) return before
    const reply = await call.run({ ...call.context, db: tx })
    await writeKey(tx, key, { status: reply.status ?? 200, response: sealedReply(call.context, key, reply) })
    return reply
  })
}

/** The work asks others beside the database: its transaction writes the key (`Context.keyed`), or it may be repeated freely. */
async function runOutside(call: Call, key: Key): Promise<Reply<unknown>> {
  const { context, row } = call
  const keyed = {
    async begin(tx: Db) {
      if ((await findKey(tx, key)) !== undefined) throw new KeyTaken()
    },
    async note(tx: Db, reference: string) {
      if (!(await writeKey(tx, key, { reference }))) throw new KeyTaken()
    },
  }
  try {
    const reply = await call.run(row.once === 'resumable' ? { ...context, keyed } : context)
    await storeAnswer(context, key, reply)
    return reply
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const reply = await replayed(context.db, call, key)
    if (reply === undefined) throw new ProductError('conflict', { retryAfterSeconds: 1 })
    return reply
  }
}

/** What a key was answered with; undefined: its work is not done. */
async function replayed(db: Db, call: Call, key: Key): Promise<Reply<unknown> | undefined> {
  const { context, row, input } = call
  const before = await findKey(db, key)
  if (before === undefined) return undefined
  if (!before.request_hash.equals(key.requestHash)) throw new ProductError('idempotency_mismatch')
  const stored = openedReply(context, key, before.response)
  if (stored !== undefined) return { ...stored, headers: { 'Idempotent-Replayed': 'true' } }
  // Done and never answered: whatever the answer needs is asked for again by the name of what was made.
  if (before.reference === null || row.resume === undefined) throw new ProductError('conflict')
  const reply = await row.resume(context, before.reference, input)
  await storeAnswer(context, key, reply)
  return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } }
}

/** Held to the end of the transaction. @throws ProductError conflict: another call with this key runs */
async function lockKey(tx: Db, { owner, route, key }: Key): Promise<void> {
  const name = JSON.stringify([owner, route, key])
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isOurs"`.execute(tx)
  if (rows[0]?.isOurs !== true) throw new ProductError('conflict', { retryAfterSeconds: 1 })
}

async function findKey(db: Db, { owner, route, key }: Key): Promise<KeyRow | undefined> {
  return await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reference', 'response'])
    .where('owner', '=', owner)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** False when there is one. */
async function writeKey(
  tx: Db,
  { owner, route, key, requestHash }: Key,
  answer: { reference?: string; status?: number; response?: string },
): Promise<boolean> {
  const { reference = null, status = null, response = null } = answer
  const row = await tx
    .insertInto('idempotency_key')
    .values({ owner, route, key, request_hash: requestHash, reference, status, response })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** After work that ended outside its transaction. */
async function storeAnswer(context: Context, key: Key, reply: Reply<unknown>): Promise<void> {
  const answer = { status: reply.status ?? 200, response: sealedReply(context, key, reply) }
  if (await writeKey(context.db, key, answer)) return
  await context.db
    .updateTable('idempotency_key')
    .set(answer)
    .where('owner', '=', key.owner)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .where('response', 'is', null)
    .execute()
}

function sealedFor({ owner, route, key }: Key) {
  return { purpose: 'idempotency', owner: JSON.stringify([owner, route, key]) }
}

/** As JSON: a text in base64. */
function sealedReply({ env }: Context, key: Key, { status = 200, data = null }: Reply<unknown>): string {
  const text = JSON.stringify({ status, data })
  return JSON.stringify(seal(env, sealedFor(key), text).toString('base64'))
}

/** Undefined when there is none, or it was sealed with another secret of the product. */
function openedReply(
  { env }: Context,
  key: Key,
  response: unknown,
): { status: number; data: unknown } | undefined {
  if (typeof response !== 'string') return undefined
  try {
    return JSON.parse(unseal(env, sealedFor(key), Buffer.from(response, 'base64')))
  } catch {
    return undefined
  }
}

/** The job clean_idempotency_keys: an answer is replayed for idempotencyHours, then its key is free again. */
export async function cleanIdempotencyKeys({ db }: Pick<Deps, 'db'>): Promise<void> {
  const before = new Date(Date.now() - idempotencyHours * 3_600_000)
  await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
