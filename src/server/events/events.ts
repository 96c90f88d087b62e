import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { afterCommit, together } from '../db/transaction.ts'
import { deliverEvent } from './deliver.ts'
import type { EventType, Listener } from './event.ts'
import { announceTags } from './tags.ts'

/** Who reacts to what: read off the manifests once, in the composition root. */
export type Listeners = ReadonlyMap<string, readonly Listener[]>

declare module '../context.ts' {
  interface CoreDeps {
    /** Who reacts to which event: reactions know the context, so it cannot know them. */
    listeners: Listeners
  }
}

/** @throws Error when two reactions have one name */
export function listenersOf(lists: readonly (readonly Listener[])[]): Listeners {
  const all = lists.flat()
  const names = new Set(all.map(({ name }) => name))
  if (names.size !== all.length) throw new Error('two reactions to events have one name')
  return Map.groupBy(all, ({ event }) => event)
}

/**
 * Tells that something happened, as part of `tx`: reactions that must hold run in it, slow ones become jobs of it, and
 * the pages that show it are dropped in every process when it commits. The only way one feature reaches a later one.
 * Those that may fail run last, when the others have succeeded.
 * @param meanwhile what else `tx` is asked: savepoints wait until it has ended, or they would hold that, too
 * @returns what the reactions that ran now answered
 */
export async function emit<D extends object, A>(
  context: Context,
  tx: Db,
  type: EventType<D, A>,
  data: D,
  meanwhile?: unknown,
): Promise<A[]> {
  const answers: A[] = []
  const listeners = context.listeners.get(type.name) ?? []
  for (const listener of listeners) {
    if (listener.when === 'later') await queueReaction(context, tx, listener, data)
    else if (listener.when === 'now') answers.push((await listener.handle(context, data as never, tx)) as A)
  }
  const optional = listeners.filter(({ when }) => when === 'if-possible')
  if (optional.length > 0) await meanwhile
  for (const group of neighbours(optional))
    answers.push(...((await tryInside(context, tx, group, data)) as A[]))
  const tags = type.tags?.(data) ?? []
  const gone = type.gone?.(data) ?? []
  if (tags.length + gone.length > 0) {
    await announceTags(tx, { tags, gone })
    // This process does not wait for its own notice: who made the change sees it at once.
    afterCommit(tx, () => {
      context.pageCache.expire(tags)
      context.pageCache.withdraw(gone)
    })
  }
  return answers
}

async function queueReaction(context: Context, tx: Db, listener: Listener, data: object): Promise<void> {
  const payload = { listener: listener.name, event: listener.event, world: context.world, data }
  await context.queue.send(tx, deliverEvent, payload)
}

/** Plain reactions that follow each other share a savepoint and a trip; each other one has its own. */
function neighbours(listeners: readonly Listener[]): Listener[][] {
  const groups: Listener[][] = []
  for (const listener of listeners) {
    const before = groups.at(-1)
    if (listener.isPlain && before?.[0]?.isPlain) before.push(listener)
    else groups.push([listener])
  }
  return groups
}

/** A savepoint keeps the rest of the transaction whole. Should one of several fail, each is tried again alone. */
async function tryInside(
  context: Context,
  tx: Db,
  listeners: readonly Listener[],
  data: object,
): Promise<unknown[]> {
  await sql`savepoint reaction`.execute(tx)
  try {
    const answers = await together(listeners.map(({ handle }) => handle(context, data as never, tx)))
    await sql`release savepoint reaction`.execute(tx)
    return answers
  } catch (error) {
    await sql`rollback to savepoint reaction`.execute(tx)
    if (listeners.length > 1) {
      const answers: unknown[] = []
      for (const listener of listeners) answers.push(...(await tryInside(context, tx, [listener], data)))
      return answers
    }
    context.log.error(
      { err: error, requestId: context.requestId, reaction: listeners[0]?.name },
      'reaction failed',
    )
    return []
  }
}
