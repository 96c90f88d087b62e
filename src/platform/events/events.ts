import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { afterCommit, savepoint } from '#platform/db/transaction.ts'
import { deliverEvent } from './deliver.ts'
import type { EventType, Listener } from './event.ts'
import { announceTags } from './tags.ts'

/** Who reacts to what: read off the manifests once, in the composition root. */
export type Listeners = ReadonlyMap<string, readonly Listener[]>

declare module '#platform/context/context.ts' {
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
 * @returns what the reactions that ran now answered
 */
export async function emit<D extends object, A>(
  context: Context,
  tx: Db,
  type: EventType<D, A>,
  data: D,
): Promise<A[]> {
  const answers: A[] = []
  const listeners = (context.listeners.get(type.name) ?? []).filter(
    ({ onlyIf }) => onlyIf?.(context, data as never) ?? true,
  )
  // The list holds listeners of all events; the name they are listed by decides the type of the data.
  for (const listener of listeners) {
    if (listener.when === 'later') await queueReaction(context, tx, listener, data)
    else if (listener.when === 'now') answers.push((await listener.handle(context, data as never, tx)) as A)
  }
  for (const listener of listeners)
    if (listener.when === 'if-possible')
      answers.push(...((await tryInside(context, tx, listener, data)) as A[]))
  const tags = type.tags?.(data) ?? []
  const gone = type.gone?.(data) ?? []
  if (tags.length + gone.length > 0) {
    await announceTags(tx, { tags, gone })
    // This process does not wait for its own notice: who made the change sees it at once.
    afterCommit(tx, context.log, () => {
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

/** A savepoint keeps the rest of the transaction whole. @returns its answer; nothing where it failed */
async function tryInside(
  context: Context,
  tx: Db,
  { name, handle }: Listener,
  data: object,
): Promise<unknown[]> {
  try {
    return [await savepoint(tx, async () => await handle(context, data as never, tx))]
  } catch (error) {
    context.log.error({ err: error, requestId: context.requestId, reaction: name }, 'reaction failed')
    return []
  }
}
