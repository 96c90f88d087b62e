import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { hubsChanged, hubsEmptied, hubsUnlinked } from './events.ts'
import { takeCountedHubs } from './queries.ts'

/**
 * Tells which landings a change of materials has changed. The database counts them with the index, which is written
 * before its event is told.
 */
export async function countHubChanges(context: Context, _changed: object, tx: Db): Promise<void> {
  const counted = await takeCountedHubs(tx)
  const changes = [
    [hubsChanged, counted.filter(({ isEmpty }) => !isEmpty)],
    [hubsEmptied, counted.filter(({ isEmpty }) => isEmpty)],
    [hubsUnlinked, counted.filter(({ isUnlinked }) => isUnlinked)],
  ] as const
  for (const [event, hubs] of changes)
    if (hubs.length > 0)
      await emit(context, tx, event, { hubs: hubs.map(({ id, world }) => ({ id, world })) })
}
